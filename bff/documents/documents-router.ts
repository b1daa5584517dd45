import { procedure, router } from '../procedure.ts';
import {
  addingOutput,
  beginUpload,
  cancelUpload,
  readAdding,
  readUpload,
  startUpload,
  uploadId,
  uploadInput,
  uploadView,
} from './add-documents.ts';

/** Documents that a visitor adds; their files come by PUT /api/uploads/:id/files. */
export const documentsRouter = router({
  adding: procedure.output(addingOutput).query(({ ctx }) => readAdding(ctx.bff, ctx.visitor)),
  begin: procedure
    .input(uploadInput)
    .output(uploadView)
    .mutation(({ ctx, input }) => beginUpload(ctx.bff, ctx.visitor, input)),
  start: procedure
    .input(uploadId)
    .output(uploadView)
    .mutation(({ ctx, input }) => startUpload(ctx.bff, ctx.visitor, input)),
  get: procedure
    .input(uploadId)
    .output(uploadView)
    .query(({ ctx, input }) => readUpload(ctx.bff, ctx.visitor, input)),
  cancel: procedure
    .input(uploadId)
    .output(uploadView)
    .mutation(({ ctx, input }) => cancelUpload(ctx.bff, ctx.visitor, input)),
});
