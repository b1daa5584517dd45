import type { ArtefactState } from '../../../../graph/artefact.ts';

/** An artefact as it is seen at a time, as of a claim. Fields that need nothing else are read without a resolver. */
export class ArtefactNode {
  readonly state: ArtefactState;
  readonly asOf: string | null;

  constructor(state: ArtefactState, asOf: string | null) {
    this.state = state;
    this.asOf = asOf;
  }

  get artefactId(): string {
    return this.state.record.artefact_id;
  }

  get corpus(): string {
    return this.state.record.corpus;
  }

  get version(): number {
    return this.state.record.version;
  }

  get url(): string {
    return this.state.record.url;
  }

  get title(): string {
    return this.state.record.title;
  }

  get summary(): string {
    return this.state.record.summary;
  }

  get domain(): string {
    return this.state.record.domain;
  }

  get publisher(): string {
    return this.state.record.publisher;
  }

  get licence(): string {
    return this.state.record.licence;
  }

  get lang(): string {
    return this.state.record.lang;
  }

  get mediaType(): string {
    return this.state.record.media_type;
  }

  get hash(): string {
    return this.state.record.hash;
  }

  get published(): string | null {
    return this.state.record.published;
  }

  get observedAt(): string {
    return this.state.record.observed_at;
  }
}
