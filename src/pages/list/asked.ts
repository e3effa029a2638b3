/** The answer to a visit of the front page or of a town's page: a view of it, or another page. */
import type { Deps } from '../../records/deps.js';
import { type PageState, readState } from '../event/state.js';
import type { Move, Site, Visit } from '../site/document.js';
import { basePath, langOf } from '../site/paths.js';
import { atTown, type Landing, landingFor } from '../town/landing.js';
import { readSubmitted } from '../town/near.js';

/**
 * → the view that the parameters of a visit ask for, with the unknown town, or `""`; or the page
 * that a form leads to.
 */
export async function askedFor(
  deps: Deps,
  { parameters }: Pick<Visit, 'parameters'>,
  site: Site,
  landing: Landing | null,
): Promise<{ state: PageState; unknownTown: string } | Move> {
  const { language, roots } = site;
  const ofSite = { kept: langOf(roots), siteUnit: deps.config.siteUnit };
  const all = { ...parameters, ...landing?.filters };
  const sent = readState(all, `${basePath(roots)}/`, ofSite);
  const here = language.text('form.here');
  const { goTo, state, unknownTown } = await readSubmitted(deps, parameters, { state: sent, here });
  if (goTo !== null) {
    const ofTown = sent.isFragment ? null : await landingFor(site, state);
    return { status: 303, location: ofTown ?? goTo };
  }
  return { state: landing ? atTown(state, landing.town, roots) : state, unknownTown };
}
