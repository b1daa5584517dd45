/** Adding documents from the page: who may, into which corpus, and how far an upload is. */
import { z } from 'zod';
import type { BffContext, Visitor } from '../bff-context.ts';
import { readerOf } from '../contribute/contributor.ts';
import { deniedFeature } from '../denied-feature.ts';
import { ADD_DOCUMENTS, MAKE_CORPORA } from '../features.ts';
import { mayUse } from '../organisations.ts';
import { BffRefusal, type RefusalView } from '../refusal.ts';
import { listCorpora } from '../views/corpora.ts';
import type { IngestedFolder } from './ingest-folder.ts';
import { UPLOAD_BOUNDS, type Upload, type Uploads } from './uploads.ts';

export const uploadInput = z.strictObject({
  corpus: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      'has small letters, digits and hyphens, at most 63, the first no hyphen',
    ),
});
export const uploadId = z.strictObject({ id: z.string().min(1).max(64) });
/** The query of a file. */
export const fileInput = z.strictObject({ name: z.string().min(1).max(1_024) });

const needed = z.object({ message: z.string(), next_step: z.string() }).nullable();

export const addingOutput = z.object({
  /** Why the visitor may not add documents; null where it may. */
  needs: needed,
  /** Whether it may begin a corpus. */
  makes_corpora: z.boolean(),
  /** Of files that are read, without the dot. */
  extensions: z.array(z.string()),
  max_file_bytes: z.int(),
  max_files: z.int(),
  max_bytes: z.int(),
});

const skippedFile = z.object({
  name: z.string(),
  line: z.int().nullable(),
  reason: z.string(),
  detail: z.string(),
});

export const uploadView = z.object({
  id: z.string(),
  corpus: z.string(),
  state: z.enum(['open', 'waiting', 'reading', 'done', 'failed', 'cancelled']),
  files: z.int(),
  /** Documents that are in the log, of all that there are to be. */
  done: z.int(),
  of: z.int(),
  /** Once it is done. `changed` are new versions; `unchanged` were here already. */
  report: z
    .object({
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      claims: z.int(),
      /** The first of them. */
      skipped: z.array(skippedFile),
      skipped_count: z.int(),
    })
    .nullable(),
});
export type UploadView = z.infer<typeof uploadView>;

/** @throws {BffRefusal} 429 past the limit */
export async function readAdding(bff: BffContext, visitor: Visitor): Promise<z.infer<typeof addingOutput>> {
  await bff.limits.read(visitor);
  const refusal = await addingRefusal(bff, visitor);
  const { extensions = [], maxFileBytes = 0 } = bff.uploads?.documents ?? {};
  return {
    needs: refusal && { message: refusal.message, next_step: refusal.next_step ?? '' },
    makes_corpora: refusal === null && (await mayUse(bff, visitor, MAKE_CORPORA)),
    extensions: [...extensions],
    max_file_bytes: maxFileBytes,
    max_files: UPLOAD_BOUNDS.files,
    max_bytes: UPLOAD_BOUNDS.bytes,
  };
}

/** @throws {BffRefusal} 403 where the visitor may not, 404 for a corpus that it may not begin, 429 past the limits */
export async function beginUpload(
  bff: BffContext,
  visitor: Visitor,
  { corpus }: z.infer<typeof uploadInput>,
): Promise<UploadView> {
  await bff.limits.write(visitor);
  const uploads = await uploadsFor(bff, visitor);
  const corpora = await listCorpora(bff, visitor);
  const isThere = corpora.some(({ name }) => name === corpus);
  if (!isThere && !(await mayUse(bff, visitor, MAKE_CORPORA))) {
    throw new BffRefusal(
      await deniedFeature(bff, visitor, {
        feature: MAKE_CORPORA,
        reason: 'denied:make_corpora',
        message: 'There is no corpus of that name here, and you may not begin one.',
        next_step: 'Choose one of those that there are.',
        signInStep: 'Sign in to begin a corpus, if your organisation may.',
      }),
    );
  }
  const owner = { user: visitor.user, reader: readerOf(bff, visitor).replace(':', '-') };
  return viewOf(await uploads.begin(owner, corpus));
}

/** @throws {BffRefusal} 404 for any upload that is not the visitor's, 4xx for a file that is left out, 429 past the limits */
export async function addFile(
  bff: BffContext,
  visitor: Visitor,
  {
    id,
    name,
    body,
  }: { readonly id: string; readonly name: string; readonly body: AsyncIterable<Uint8Array> },
): Promise<{ readonly name: string; readonly bytes: number }> {
  await bff.limits.upload(visitor);
  const { uploads, upload } = await ownUpload(bff, visitor, id);
  const bytes = await uploads.add(upload, name, body);
  return { name, bytes };
}

/** Reads what has come; again, it says how far that is. @throws {BffRefusal} 404, 409 without files, 429 past the limit */
export async function startUpload(
  bff: BffContext,
  visitor: Visitor,
  { id }: z.infer<typeof uploadId>,
): Promise<UploadView> {
  await bff.limits.write(visitor);
  const { uploads, upload } = await ownUpload(bff, visitor, id);
  uploads.start(upload);
  return viewOf(upload);
}

/** @throws {BffRefusal} 404 for any upload that is not the visitor's, 429 past the limit */
export async function readUpload(
  bff: BffContext,
  visitor: Visitor,
  { id }: z.infer<typeof uploadId>,
): Promise<UploadView> {
  await bff.limits.upload(visitor);
  return viewOf((await ownUpload(bff, visitor, id)).upload);
}

/** @throws {BffRefusal} 404 for any upload that is not the visitor's, 429 past the limit */
export async function cancelUpload(
  bff: BffContext,
  visitor: Visitor,
  { id }: z.infer<typeof uploadId>,
): Promise<UploadView> {
  await bff.limits.upload(visitor);
  const { uploads, upload } = await ownUpload(bff, visitor, id);
  await uploads.cancel(upload);
  return viewOf(upload);
}

async function ownUpload(
  bff: BffContext,
  visitor: Visitor,
  id: string,
): Promise<{ readonly uploads: Uploads; readonly upload: Upload }> {
  const uploads = await uploadsFor(bff, visitor);
  return { uploads, upload: uploads.of(visitor.user, id) };
}

async function uploadsFor(bff: BffContext, visitor: Visitor): Promise<Uploads> {
  const refusal = await addingRefusal(bff, visitor);
  if (refusal !== null || bff.uploads === null) throw new BffRefusal(refusal ?? NOWHERE);
  return bff.uploads;
}

const DENIED = { status: 403, kind: 'Forbidden', reason: 'denied:add_documents' } as const;
const NOWHERE: RefusalView = {
  ...DENIED,
  message: 'This server takes no documents from its page.',
  next_step: 'Its operator adds them: adduce ingest FOLDER --corpus NAME.',
};

async function addingRefusal(bff: BffContext, visitor: Visitor): Promise<RefusalView | null> {
  if (bff.uploads === null) return NOWHERE;
  if (await mayUse(bff, visitor, ADD_DOCUMENTS)) return null;
  const message = 'Adding documents is not open to you on this server: everybody here asks the same corpora.';
  const next_step =
    'Ask its operator to let your organisation add documents, or to add them by adduce ingest.';
  const signInStep = 'Sign in to add documents, if your organisation may.';
  const { reason } = DENIED;
  return deniedFeature(bff, visitor, { feature: ADD_DOCUMENTS, reason, message, next_step, signInStep });
}

function viewOf({ id, corpus, state, files, done, of, report }: Upload): UploadView {
  return {
    id,
    corpus,
    state,
    files: files.size,
    done,
    of,
    report: report && reportView(report),
  };
}

function reportView({ skippedCount, ...report }: IngestedFolder): UploadView['report'] {
  return { ...report, skipped: [...report.skipped], skipped_count: skippedCount };
}
