/** The page's procedures (tRPC): the same use cases as /api, and the verdicts as they change. */
import { z } from 'zod';
import { askForPage, askInput, open } from './ask.ts';
import { compare, compareInput } from './compare.ts';
import { contributeRouter } from './contribute/contribute-router.ts';
import { curatingRouter } from './curating/curating-router.ts';
import { documentsRouter } from './documents/documents-router.ts';
import { exploreRouter } from './explore/explore-router.ts';
import { facets, facetsInput, readFacets } from './facets.ts';
import {
  forgetHistory,
  forgetQuestion,
  forgotten,
  historyEntry,
  historyPage,
  historyQuery,
  listHistory,
  questionInput,
  recordInput,
  recordQuestion,
} from './history.ts';
import { addLink, linkInput, linkList, linkView, listLinks, revokeInput, revokeLink } from './links.ts';
import {
  entitlementsView,
  join,
  joinedOrg,
  joinInput,
  leave,
  leaveInput,
  readEntitlements,
  readInvited,
  readSession,
  sessionView,
} from './organisations.ts';
import { procedure, router } from './procedure.ts';
import {
  listQuestions,
  unwatchInput,
  unwatchQuestion,
  watchedQuestion,
  watchedQuestions,
  watchInput,
  watchQuestion,
} from './questions.ts';
import { listSaved, saveAnswer, savedEntry, savedPage, savedQuery, saveInput } from './saved.ts';
import {
  changedEntries,
  changeInput,
  changeSaved,
  entriesInput,
  listRemoved,
  purgeSaved,
  removedIds,
  removedPage,
  removedQuery,
  removeEntries,
  removeSaved,
  renamed,
  renameFolder,
  renameFolderInput,
  renameTag,
  renameTagInput,
  restoreSaved,
} from './saved-entries.ts';
import { search, searchInput } from './search.ts';
import { listTurned, seen, seenInput, seeTurned, turnedPage, turnedQuery } from './turned.ts';
import { corporaOutput, listCorpora } from './views/corpora.ts';
import { documentInput, documentOutput, readDocument } from './views/document.ts';
import { examplesInput, examplesOutput, listExamples } from './views/examples.ts';
import { missingWordsInput, missingWordsOutput, readMissingWords } from './views/missing-words.ts';
import { proofInput, proofOutput, readProof } from './views/proof.ts';
import { readTimeline, timelineInput, timelineOutput } from './views/timeline.ts';
import { readWhy, whyInput, whyOutput } from './views/why.ts';
import { MAX_WATCHED, watch } from './watch.ts';

/** Most answers that a page names: those on the screen. They are part of a URL. */
const MAX_NAMED = 16;
const answerId = z.string().min(1).max(64);

export const appRouter = router({
  ask: procedure.input(askInput).mutation(({ ctx, input }) => askForPage(ctx.bff, ctx.visitor, input)),
  open: procedure
    .input(z.object({ answer_id: answerId }))
    .query(({ ctx, input }) => open(ctx.bff, ctx.visitor, input.answer_id)),
  search: procedure.input(searchInput).query(({ ctx, input }) => search(ctx.bff, ctx.visitor, input)),
  /** Two answers that the visitor may see. */
  compare: procedure.input(compareInput).query(({ ctx, input }) => compare(ctx.bff, ctx.visitor, input)),
  history: router({
    list: procedure
      .input(historyQuery)
      .output(historyPage)
      .query(({ ctx, input }) => listHistory(ctx.bff, ctx.visitor, input)),
    record: procedure
      .input(recordInput)
      .output(historyEntry)
      .mutation(({ ctx, input }) => recordQuestion(ctx.bff, ctx.visitor, input)),
    /** One question, for good. */
    remove: procedure
      .input(questionInput)
      .mutation(({ ctx, input }) => forgetQuestion(ctx.bff, ctx.visitor, input.id)),
    /** All questions, for good: to be called until `more` is false. */
    clear: procedure.output(forgotten).mutation(({ ctx }) => forgetHistory(ctx.bff, ctx.visitor)),
  }),
  /** Values by which history or saved answers can be narrowed, with how many entries have each. */
  facets: procedure
    .input(facetsInput)
    .output(facets)
    .query(({ ctx, input }) => readFacets(ctx.bff, ctx.visitor, input)),
  saved: router({
    list: procedure
      .input(savedQuery)
      .output(savedPage)
      .query(({ ctx, input }) => listSaved(ctx.bff, ctx.visitor, input)),
    save: procedure
      .input(saveInput)
      .output(savedEntry)
      .mutation(({ ctx, input }) => saveAnswer(ctx.bff, ctx.visitor, input)),
    /** Title, folder, tags and note of up to 100 entries. */
    change: procedure
      .input(changeInput)
      .output(changedEntries)
      .mutation(({ ctx, input }) => changeSaved(ctx.bff, ctx.visitor, input)),
    remove: procedure
      .input(z.object({ id: z.string().min(1).max(64) }))
      .mutation(({ ctx, input }) => removeSaved(ctx.bff, ctx.visitor, input.id)),
    removeAll: procedure
      .input(entriesInput)
      .output(removedIds)
      .mutation(({ ctx, input }) => removeEntries(ctx.bff, ctx.visitor, input)),
    /** Undoes removals. */
    restore: procedure
      .input(entriesInput)
      .output(changedEntries)
      .mutation(({ ctx, input }) => restoreSaved(ctx.bff, ctx.visitor, input)),
    /** What can be restored. */
    removed: procedure
      .input(removedQuery)
      .output(removedPage)
      .query(({ ctx, input }) => listRemoved(ctx.bff, ctx.visitor, input)),
    /** Removed entries, for good. */
    purge: procedure
      .input(entriesInput)
      .output(removedIds)
      .mutation(({ ctx, input }) => purgeSaved(ctx.bff, ctx.visitor, input)),
    /** To be called until `more` is false. */
    renameFolder: procedure
      .input(renameFolderInput)
      .output(renamed)
      .mutation(({ ctx, input }) => renameFolder(ctx.bff, ctx.visitor, input)),
    /** To be called until `more` is false. */
    renameTag: procedure
      .input(renameTagInput)
      .output(renamed)
      .mutation(({ ctx, input }) => renameTag(ctx.bff, ctx.visitor, input)),
  }),
  /** Links by which anybody may read one answer, or its verdict in a banner. */
  links: router({
    list: procedure.output(linkList).query(({ ctx }) => listLinks(ctx.bff, ctx.visitor)),
    add: procedure
      .input(linkInput)
      .output(linkView)
      .mutation(({ ctx, input }) => addLink(ctx.bff, ctx.visitor, input)),
    revoke: procedure
      .input(revokeInput)
      .mutation(({ ctx, input }) => revokeLink(ctx.bff, ctx.visitor, input.id)),
  }),
  /** Questions that are asked again as their corpus moves. */
  questions: router({
    list: procedure.output(watchedQuestions).query(({ ctx }) => listQuestions(ctx.bff, ctx.visitor)),
    watch: procedure
      .input(watchInput)
      .output(watchedQuestion)
      .mutation(({ ctx, input }) => watchQuestion(ctx.bff, ctx.visitor, input)),
    unwatch: procedure
      .input(unwatchInput)
      .mutation(({ ctx, input }) => unwatchQuestion(ctx.bff, ctx.visitor, input.id)),
  }),
  /** The inbox: saved answers and watched questions that changed. */
  turned: router({
    list: procedure
      .input(turnedQuery)
      .output(turnedPage)
      .query(({ ctx, input }) => listTurned(ctx.bff, ctx.visitor, input)),
    /** To be called until `more` is false. */
    see: procedure
      .input(seenInput)
      .output(seen)
      .mutation(({ ctx, input }) => seeTurned(ctx.bff, ctx.visitor, input)),
  }),
  session: router({
    get: procedure.output(sessionView).query(({ ctx }) => readSession(ctx.bff, ctx.visitor)),
    /** Features of the visitor, and of each organisation that it has joined. */
    entitlements: procedure
      .output(entitlementsView)
      .query(({ ctx }) => readEntitlements(ctx.bff, ctx.visitor)),
    /** What an invitation gives; a mutation, since an address would be kept in logs. */
    readInvitation: procedure
      .input(joinInput)
      .output(joinedOrg)
      .mutation(({ ctx, input }) => readInvited(ctx.bff, ctx.visitor, input.invitation)),
    join: procedure
      .input(joinInput)
      .output(joinedOrg)
      .mutation(({ ctx, input }) => join(ctx.bff, ctx.visitor, input.invitation)),
    leave: procedure
      .input(leaveInput)
      .mutation(({ ctx, input }) => leave(ctx.bff, ctx.visitor, input.org_id)),
  }),
  views: router({
    corpora: procedure.output(corporaOutput).query(({ ctx }) => listCorpora(ctx.bff, ctx.visitor)),
    examples: procedure
      .input(examplesInput)
      .output(examplesOutput)
      .query(({ ctx, input }) => listExamples(ctx.bff, ctx.visitor, input)),
    timeline: procedure
      .input(timelineInput)
      .output(timelineOutput)
      .query(({ ctx, input }) => readTimeline(ctx.bff, ctx.visitor, input)),
    why: procedure
      .input(whyInput)
      .output(whyOutput)
      .query(({ ctx, input }) => readWhy(ctx.bff, ctx.visitor, input)),
    document: procedure
      .input(documentInput)
      .output(documentOutput)
      .query(({ ctx, input }) => readDocument(ctx.bff, ctx.visitor, input)),
    missingWords: procedure
      .input(missingWordsInput)
      .output(missingWordsOutput)
      .query(({ ctx, input }) => readMissingWords(ctx.bff, ctx.visitor, input)),
    proof: procedure
      .input(proofInput)
      .output(proofOutput)
      .query(({ ctx, input }) => readProof(ctx.bff, ctx.visitor, input)),
  }),
  contribute: contributeRouter,
  curating: curatingRouter,
  documents: documentsRouter,
  explore: exploreRouter,
  /** For the page of an operator; null: no hint. */
  setupHint: procedure.query(({ ctx }) => ctx.bff.setupHint),
  /** Verdict changes of the answers on the screen and of the newest entries of the lists. */
  findings: procedure
    .input(
      z.object({
        answer_ids: z.array(answerId).max(MAX_NAMED).default([]),
        saved: z.int().min(0).max(MAX_WATCHED).default(0),
        history: z.int().min(0).max(MAX_WATCHED).default(0),
      }),
    )
    .subscription(({ ctx, input, signal }) => {
      const { answer_ids: answerIds, saved, history } = input;
      const ended = signal ?? new AbortController().signal;
      return watch(ctx.bff, ctx.visitor, { answerIds, saved, history }, ended);
    }),
});

/** The page imports this type. */
export type AppRouter = typeof appRouter;
