export type ChatRole = 'broadcaster' | 'mod' | 'vip' | 'sub';

/**
 * Badge names on Kick (https://docs.kick.com/events/event-types) and Twitch
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

/** Returns a chat member's roles from their badges. The channel's owner may have no badge. */
export function chatRolesOf(
  badges: readonly string[],
  { isOwner }: { readonly isOwner: boolean },
): readonly ChatRole[] {
  const roles = badges.flatMap((badge) => (Object.hasOwn(roleOf, badge) ? (roleOf[badge] ?? []) : []));
  return [...new Set(isOwner ? (['broadcaster', ...roles] as const) : roles)];
}
