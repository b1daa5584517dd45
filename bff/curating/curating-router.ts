import { procedure, router } from '../procedure.ts';
import { endInvitations, invitationView, invite, inviteInput } from './invitations.ts';
import { listMemberLinks, memberLinkInput, memberLinks, revokeMemberLink } from './member-links.ts';
import {
  changeRole,
  listMembers,
  memberInput,
  memberPage,
  membersQuery,
  memberView,
  organisationInput,
  removeMember,
  roleInput,
} from './members.ts';

/** What curators do in their organisations. */
export const curatingRouter = router({
  members: procedure
    .input(membersQuery)
    .output(memberPage)
    .query(({ ctx, input }) => listMembers(ctx.bff, ctx.visitor, input)),
  changeRole: procedure
    .input(roleInput)
    .output(memberView)
    .mutation(({ ctx, input }) => changeRole(ctx.bff, ctx.visitor, input)),
  removeMember: procedure
    .input(memberInput)
    .mutation(({ ctx, input }) => removeMember(ctx.bff, ctx.visitor, input)),
  invite: procedure
    .input(inviteInput)
    .output(invitationView)
    .mutation(({ ctx, input }) => invite(ctx.bff, ctx.visitor, input)),
  endInvitations: procedure
    .input(organisationInput)
    .mutation(({ ctx, input }) => endInvitations(ctx.bff, ctx.visitor, input)),
  links: procedure
    .input(memberInput)
    .output(memberLinks)
    .query(({ ctx, input }) => listMemberLinks(ctx.bff, ctx.visitor, input)),
  revokeLink: procedure
    .input(memberLinkInput)
    .mutation(({ ctx, input }) => revokeMemberLink(ctx.bff, ctx.visitor, input)),
});
