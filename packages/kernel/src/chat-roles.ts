export type ChatRole = 'broadcaster' | 'mod' | 'vip' | 'sub';

/**
 * By their names at Kick (https://docs.kick.com/events/event-types) and Twitch
 * (https://dev.twitch.tv/docs/api/reference/#get-global-chat-badges).
 */
const roleOf: Readonly<Record<string, ChatRole>> = {
  broadcaster: 'broadcaster',
  moderator: 'mod',
  lead_moderator: 'mod',
  vip: 'vip',
  og: 'sub',
  founder: 'sub',
  subscriber: 'sub',
};

/** What somebody is in a chat, by the badges beside their name. Who owns the channel may wear none. */
export function chatRolesOf(
  badges: readonly string[],
  { isOwner }: { readonly isOwner: boolean },
): readonly ChatRole[] {
  const roles = badges.flatMap((badge) => (Object.hasOwn(roleOf, badge) ? (roleOf[badge] ?? []) : []));
  return [...new Set(isOwner ? (['broadcaster', ...roles] as const) : roles)];
}
