import { permissionSet } from '@tally/discord/permissions';
import { noMentions } from '@tally/message/discord';
import { expect, it } from 'vitest';
import { withoutVainReply } from './rights.ts';

const message_reference = { message_id: '1', fail_if_not_exists: false } as const;
const answer = { content: 'You won', allowed_mentions: noMentions, message_reference };
const rights = (permissions: bigint) => ({ kind: 'text', permissions, missing: [], roles: new Map() }) as const;

it('a reply is posted without its reference if the bot may not read that message, because Discord would refuse it', () => {
  const { message_reference: _, ...alone } = answer;
  expect(withoutVainReply(rights(permissionSet('SendMessages')), answer)).toEqual(alone);
  expect(withoutVainReply(rights(permissionSet('ReadMessageHistory')), answer)).toEqual(answer);
  expect(withoutVainReply(null, answer)).toEqual(answer);
});
