import { ApiError } from '../../rules/errors.ts';
import { checkMessage, type Draft } from '../../rules/message.ts';
import { checkBody } from '../../rules/schema.ts';
import { channelWire, messageWire } from '../../state/wire.ts';
import { chosenTags, openThread } from '../../work/channels.ts';
import { createMessage } from '../../work/messages.ts';
import { storeUploads } from '../../work/uploads.ts';
import { enterPlace, findMessage } from '../find.ts';
import { type BotCall, botRoute, bucket, created, type Route } from '../route.ts';

interface ThreadBody {
  readonly name: string;
  readonly auto_archive_duration?: number | null;
  readonly type?: number | null;
  readonly message?: Draft;
  readonly applied_tags?: string[];
}

const DAY_IN_MINUTES = 1440;
const FORUM_TYPES = new Set([15, 16]);
const THREADED = new Set([0, 5, ...FORUM_TYPES]);

export const threadRoutes: readonly Route[] = [
  botRoute<ThreadBody>(
    'POST /channels/:channel/messages/:message/threads',
    { body: 'CreateTextThreadWithMessageRequest', limit: bucket('thread-create', 50, 300), major: 'channel' },
    (call) => {
      const { channel } = enterPlace(call, 'CREATE_PUBLIC_THREADS');
      if (channel.type !== 0 && channel.type !== 5) throw new ApiError(50024);
      const message = findMessage(channel, call.params.message);
      if (message.threadId) throw new ApiError(160004);
      const thread = openThread(call.core, {
        ...settingsOf(call),
        parent: channel,
        starter: message,
        type: channel.type === 5 ? 10 : 11,
      });
      return created(channelWire(call.core.state, thread));
    },
  ),
  botRoute<ThreadBody>(
    'POST /channels/:channel/threads',
    { body: { loose: true }, limit: bucket('thread-create', 50, 300), major: 'channel' },
    startThread,
  ),
];

function settingsOf({ body, user }: BotCall<ThreadBody>) {
  return { name: body.name, ownerId: user.id, autoArchive: body.auto_archive_duration ?? DAY_IN_MINUTES };
}

/** Starts a standalone thread, or a forum post, which begins with a message. */
function startThread(call: BotCall<ThreadBody>) {
  const { core, body } = call;
  const { channel } = enterPlace(call);
  if (!THREADED.has(channel.type)) throw new ApiError(50024);
  checkBody(FORUM_TYPES.has(channel.type) ? 'CreateForumThreadRequest' : 'CreateTextThreadWithoutMessageRequest', body);
  if (!FORUM_TYPES.has(channel.type)) {
    const isPrivate = body.type === 12 || body.type === undefined || body.type === null;
    enterPlace(call, isPrivate ? 'CREATE_PRIVATE_THREADS' : 'CREATE_PUBLIC_THREADS');
    const thread = openThread(core, {
      ...settingsOf(call),
      parent: channel,
      type: isPrivate ? 12 : channel.type === 5 ? 10 : 11,
    });
    return created(channelWire(core.state, thread));
  }
  enterPlace(call, 'SEND_MESSAGES');
  const draft: Draft = body.message ?? {};
  checkMessage(draft, { hasFiles: call.uploads.length > 0 });
  const thread = openThread(core, {
    ...settingsOf(call),
    parent: channel,
    type: 11,
    appliedTags: chosenTags(channel, body.applied_tags ?? []),
  });
  const attachments = storeUploads(core, { channelId: thread.id, uploads: call.uploads });
  const message = createMessage(core, { channel: thread, id: thread.id, authorId: call.user.id, draft, attachments });
  return created({ ...channelWire(core.state, thread), message: messageWire(core.state, message, call.user.id) });
}
