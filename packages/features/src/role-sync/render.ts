import type { Locale, RoleId, UserId } from '@tally/contract';
import { platformNames } from '@tally/contract/platforms/words';
import { customId, linkButton } from '@tally/discord/interactions';
import { say } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { causes, type Outcome } from './service/answer.ts';
import type { Asked } from './service/ask.ts';

export const SYNC_BUTTON = 'role-sync';

export const panelMessage = (locale: Locale, settingsUrl: string): MessagePayload => ({
  embeds: [{ title: say(locale, 'roleSync.panelTitle'), description: say(locale, 'roleSync.panelText') }],
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 1, custom_id: customId(SYNC_BUTTON), label: say(locale, 'roleSync.panelButton') },
        linkButton(say(locale, 'roleSync.linkButton'), settingsUrl),
      ],
    },
  ],
  allowed_mentions: noMentions,
});

const MOST = 25;
const mentions = (roleIds: readonly RoleId[]): string =>
  roleIds
    .slice(0, MOST)
    .map((id) => `<@&${id}>`)
    .join(' ') + (roleIds.length > MOST ? ` +${roleIds.length - MOST}` : '');

/** The answer for the person who asked. It does not ping. */
export function answerMessage(
  locale: Locale,
  { result, hasAccount, lastCheck, chats }: Asked,
  about: { readonly settingsUrl: string; readonly other: UserId | null },
): MessagePayload {
  const link = linkButton(say(locale, 'roleSync.linkButton'), about.settingsUrl);
  const withLink = about.other === null && !hasAccount ? [{ type: 1 as const, components: [link] }] : [];
  const plain = (description: string): MessagePayload => ({
    embeds: [{ title: say(locale, 'roleSync.title'), description }],
    ...(withLink.length > 0 ? { components: withLink } : {}),
    allowed_mentions: noMentions,
  });
  if (result === 'busy') return plain(say(locale, 'roleSync.busy'));
  if (result === 'left') return plain(say(locale, 'roleSync.left'));
  const isOther = about.other === null ? 'no' : 'yes';
  if (result === 'nothing') {
    return plain(say(locale, hasAccount ? 'roleSync.noRolesHere' : 'roleSync.noAccount', { isOther }));
  }
  const lines = linesOf(locale, result);
  if (chats.length > 0) {
    const names = chats.map((name) => `[${name}](https://kick.com/${encodeURIComponent(name)})`);
    const channels = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
    lines.push(say(locale, 'roleSync.writeInChat', { channels, isOther }));
  }
  if (lastCheck)
    lines.push(say(locale, 'roleSync.lastCheck', { when: `<t:${Math.floor(lastCheck.getTime() / 1000)}:R>` }));
  const whose = about.other === null ? [] : [`<@${about.other}>`];
  return plain([...whose, ...lines].join('\n\n').slice(0, 4000));
}

function linesOf(locale: Locale, { added, removed, errors, name, knowledge }: Outcome): string[] {
  const lines = [
    ...(added.length > 0 ? [say(locale, 'roleSync.added', { roles: mentions(added) })] : []),
    ...(removed.length > 0 ? [say(locale, 'roleSync.removed', { roles: mentions(removed) })] : []),
    ...causes.flatMap((cause) => {
      const roleIds = errors.get(cause);
      return roleIds ? [say(locale, `roleSync.${cause}`, { roles: mentions(roleIds) })] : [];
    }),
    ...(name === 'refused' ? [say(locale, 'roleSync.nameRefused')] : []),
    ...(name === 'forbidden' ? [say(locale, 'roleSync.nameForbidden')] : []),
    ...[...knowledge.silent].map((platform) => say(locale, 'roleSync.silent', { platform: platformNames[platform] })),
  ];
  return lines.length > 0 ? lines : [say(locale, 'roleSync.unchanged')];
}
