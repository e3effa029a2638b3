/** The dependencies of this folder: those of the service, and the memory of terms. */
import type { Deps as ServiceDeps } from '../service/deps.js';
import type { Terms } from './terms.js';

/** Everything that the functions of this folder may use. */
export interface Deps extends ServiceDeps {
  terms: Terms;
  /** The language in which records are read where none is asked for; absent: the default. */
  lang?: string;
}
