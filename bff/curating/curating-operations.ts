/** `/api/organisations/…`: the same use cases as the page's. */
import { json } from '../reply.ts';
import { body, type Operations, query } from '../rest-call.ts';
import { endInvitations, invite, inviteInput } from './invitations.ts';
import { listMemberLinks, memberLinkInput, revokeMemberLink } from './member-links.ts';
import {
  changeRole,
  listMembers,
  memberInput,
  membersQuery,
  organisationInput,
  removeMember,
  roleInput,
} from './members.ts';

export const CURATING: Operations = {
  '/api/organisations/members': {
    GET: async (call) => json(200, await listMembers(call.bff, call.visitor, query(call, membersQuery))),
    PATCH: async (call) => json(200, await changeRole(call.bff, call.visitor, await body(call, roleInput))),
    DELETE: async (call) => {
      await removeMember(call.bff, call.visitor, query(call, memberInput));
      return new Response(null, { status: 204 });
    },
  },
  '/api/organisations/invitations': {
    POST: async (call) => json(201, await invite(call.bff, call.visitor, await body(call, inviteInput))),
    DELETE: async (call) => {
      await endInvitations(call.bff, call.visitor, query(call, organisationInput));
      return new Response(null, { status: 204 });
    },
  },
  '/api/organisations/links': {
    GET: async (call) => json(200, await listMemberLinks(call.bff, call.visitor, query(call, memberInput))),
    DELETE: async (call) => {
      await revokeMemberLink(call.bff, call.visitor, query(call, memberLinkInput));
      return new Response(null, { status: 204 });
    },
  },
};
