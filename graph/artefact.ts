/** An artefact: one version of one document, named by the BLAKE3 hash of its bytes. Pure data. */
import type { ArtefactId, SectionAddr } from './address.ts';
import type { Span } from './claim.ts';

/** What is known of an artefact. Wire names: the record is part of a hashed log body (ADR 3). */
export interface ArtefactRecord {
  readonly artefact_id: ArtefactId;
  readonly corpus: string;
  /** The publisher's own id of the document; versions of one document share it. */
  readonly doc_id: string;
  readonly version: number;
  readonly url: string;
  readonly title: string;
  /** BLAKE3-256 of the artefact's bytes, 64 hex digits; the bytes are a blob of that name. */
  readonly hash: string;
  /** BLAKE3-256 of the extracted plain text (UTF-8), which spans count in; also a blob. */
  readonly text_hash: string;
  /** BLAKE3-256 of the layout of that text, its blocks in canonical CBOR; also a blob (docs/adr/0040-…). */
  readonly layout_hash: string;
  readonly media_type: string;
  readonly domain: string;
  /** The registrable domain: what "one publisher" means. The domain, or what follows one of its dots (`graph/store/filters.ts` finds domains by it). */
  readonly publisher: string;
  readonly licence: string;
  readonly lang: string;
  readonly summary: string;
  /** ISO 8601 date or timestamp, null when the document does not say. */
  readonly published: string | null;
  /** RFC 3339 UTC with ms. */
  readonly observed_at: string;
  readonly sections: readonly SectionRecord[];
  /** An earlier artefact of another publisher whose text this one repeats; it is then not independent. */
  readonly mirror_of: ArtefactId | null;
}

/** A part of an artefact under one heading. */
export interface SectionRecord {
  readonly addr: SectionAddr;
  readonly heading: string;
  readonly span: Span;
}

/** What an operator said of an artefact, and where the log has it. */
export interface OperatorWord {
  readonly seq: number;
  readonly effective_at: string;
  readonly reason: string;
  /** Absent: nobody was named. */
  readonly by?: string;
}

/** An artefact with what the log later said of it. */
export interface ArtefactState {
  /** Of a redacted one without its summary and headings, which are words of its text. */
  readonly record: ArtefactRecord;
  readonly seq: number;
  readonly effective_at: string;
  /** Nothing rests on it from then on; what is redacted is withdrawn too. */
  readonly withdrawn: OperatorWord | null;
  /** Its bytes and its text are gone; absent: they are not. */
  readonly redacted?: OperatorWord;
}

/** That an artefact's bytes were seen at a time; kept once per UTC day, since decay counts whole days. */
export interface Observation {
  readonly artefact: ArtefactId;
  readonly hash: string;
  /** RFC 3339 UTC with ms; also the observation's effective time. */
  readonly observed_at: string;
  readonly seq: number;
}
