/**
 * Which artefacts and claims the trust policy's refused licences hide (docs/trust-policy.md): their places are shown, their
 * words are not. Every read of artefacts and claims by id uses it.
 */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import { readOriginals, refusedLicence } from './originals.ts';

export class LicenceFilter {
  readonly #reader: GraphReader;
  readonly #policy: TrustPolicy;

  constructor(reader: GraphReader, policy: TrustPolicy) {
    this.#reader = reader;
    this.#policy = policy;
  }

  /** Artefacts whose licence, or whose original's, is refused. One batch read at most, none where the policy refuses none. */
  async refusedAmong(states: readonly ArtefactState[]): Promise<ReadonlySet<ArtefactId>> {
    if (this.#refusesNothing()) return new Set();
    const originals = await readOriginals(this.#reader, states);
    const refuses = (licence: string) => isLicenceRefused(this.#policy, licence);
    const closed = states.filter((state) => refusedLicence(state, originals, refuses) !== null);
    return new Set(closed.map(({ record }) => record.artefact_id));
  }

  /**
   * Claims that only such artefacts state. A claim that another artefact states too is not refused, nor is one that no
   * artefact states. Two batch reads at most, none where the policy refuses no licence.
   * @param occurrences of each claim, in the order of the claims
   */
  async refusedClaims(
    claims: readonly ClaimAddr[],
    occurrences: readonly (readonly ClaimOccurrence[])[],
  ): Promise<ReadonlySet<ClaimAddr>> {
    const ids = [...new Set(occurrences.flat().map(({ artefact }) => artefact))];
    if (ids.length === 0 || this.#refusesNothing()) return new Set();
    const found = await this.#reader.records('artefacts', ids);
    const closed = await this.refusedAmong(found.filter((state) => state !== null));
    return new Set(
      claims.filter((_, index) => {
        const places = occurrences[index] ?? [];
        return places.length > 0 && places.every(({ artefact }) => closed.has(artefact));
      }),
    );
  }

  #refusesNothing(): boolean {
    return this.#policy.licences.refused.length === 0;
  }
}

/** Without summary and headings. */
export function withoutWords(state: ArtefactState): ArtefactState {
  const sections = state.record.sections.map((section) => ({ ...section, heading: '' }));
  return { ...state, record: { ...state.record, summary: '', sections } };
}
