/** The dependencies of this folder: the service's, and the memory of terms. */
import type { Deps as ServiceDeps } from '../service/deps.js';
import type { Terms } from './terms.js';

/** Everything that the functions of this folder may use. */
export interface Deps extends ServiceDeps {
  terms: Terms;
  /** The language in which records are read without `lang`; absent: the default. */
  lang?: string;
}
