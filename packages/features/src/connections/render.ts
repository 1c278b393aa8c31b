import { aboutPlatforms, type ChatCode, type Locale, type PlatformToLink, platformsToLink } from '@tally/contract';
import { customId, linkButton } from '@tally/discord/interactions';
import { say } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import type { LinkedAccount } from './service/change.ts';

export const CODE_BUTTON = 'connections-code';

interface Names {
  readonly nameOf: (platform: PlatformToLink) => string;
  readonly settingsUrl: string;
}

/** Shows a person's linked accounts, and how to link more. */
export function linksMessage(
  locale: Locale,
  accounts: readonly LinkedAccount[],
  { nameOf, settingsUrl }: Names,
): MessagePayload {
  const lines = platformsToLink.map((platform) => {
    const account = accounts.find((each) => each.platform === platform);
    const key = account ? (account.isGone ? 'lineGone' : 'lineLinked') : 'lineNone';
    const name = account ? escapeMarkdown(account.displayName) : '';
    return say(locale, `connections.${key}`, { platform: nameOf(platform), name });
  });
  const isCodeOffered = platformsToLink.some(
    (platform) => 'hasChatCode' in aboutPlatforms[platform] && !accounts.some((each) => each.platform === platform),
  );
  const settings = linkButton(say(locale, 'connections.openSettings'), settingsUrl);
  const code = {
    type: 2,
    style: 2,
    label: say(locale, 'connections.kickCode'),
    custom_id: customId(CODE_BUTTON),
  } as const;
  return {
    embeds: [{ title: say(locale, 'connections.listTitle'), description: lines.join('\n') }],
    components: [{ type: 1, components: isCodeOffered ? [settings, code] : [settings] }],
    allowed_mentions: noMentions,
  };
}

export function codeMessage(locale: Locale, code: ChatCode): MessagePayload {
  const until = `<t:${Math.floor(code.expiresAt.getTime() / 1000)}:t>`;
  const chats = code.chats.map(({ name, url }) => `- [${escapeMarkdown(name)}](<${url}>)`);
  return {
    content: [
      say(locale, 'connections.codeText', { command: code.command, until }),
      ...chats,
      '',
      say(locale, 'connections.codeWarning'),
    ].join('\n'),
    allowed_mentions: noMentions,
  };
}
