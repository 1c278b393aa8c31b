import { placeholdersFor } from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import {
  type ButtonPayload,
  type MessageTemplate,
  parseEmoji,
  type Rendering,
  renderMessage,
  rolePing,
} from '@tally/message/discord';
import { cleanLine } from '@tally/message/template';
import { dutiesOf } from './lines.ts';
import { buttonIds, type GiveawayScene, isOpen, tellIn, type Written } from './scene.ts';
import { valuesOfMessage } from './values.ts';

/** Discord allows 25 fields, and one of them is ours. */
const MOST_OWN_FIELDS = 24;

/**
 * Renders a giveaway's message in any state. The owner decides how it looks, but it always has the buttons, the line
 * about the fair draw and the required lines.
 */
export function renderGiveaway(scene: GiveawayScene): Written {
  const plain = render(scene, []);
  const said = JSON.stringify(plain.payload);
  // JSON escapes line breaks and quotes, so we compare the escaped line.
  const missing = dutiesOf(scene).filter((line) => !said.includes(JSON.stringify(line).slice(1, -1)));
  const { payload, identity } = missing.length === 0 ? plain : render(scene, missing);
  const { components = [], allowed_mentions } = payload ?? {};
  return {
    payload: {
      // Sent even if empty, because a Discord edit keeps every field that it does not mention.
      content: payload?.content ?? '',
      embeds: payload?.embeds ?? [],
      components: [{ type: 1, components: buttonsOf(scene) }, ...components],
      allowed_mentions: allowed_mentions ?? { parse: [], roles: [], users: [] },
    },
    identity,
  };
}

function render(scene: GiveawayScene, missing: readonly string[]): Rendering {
  const { row, terms, looks, draw } = scene;
  const type = isOpen(row) || row.state === 'drawing' ? 'giveaway' : 'giveawayEnded';
  const template = scene.templateOf(type);
  const fair = tellIn(scene)('giveaways.fairDraw', { hash: draw.commitment });
  const role = isOpen(row) ? terms.mentionRole : null;
  return renderMessage({
    template: withOurs(template, { fair, missing }),
    placeholders: placeholdersFor(type),
    values: valuesOfMessage(scene),
    locale: looks.locale,
    ping: role ? rolePing(row.serverId, role) : {},
    ...(template.embed ? {} : { below: [...missing, fair].map((line) => `-# ${line}`).join('\n') }),
  });
}

/** If an embed has too many fields, ours replaces one of the owner's. */
function withOurs(template: MessageTemplate, ours: { fair: string; missing: readonly string[] }): MessageTemplate {
  const { embed } = template;
  if (!embed) return template;
  const { fair, missing } = ours;
  const own = embed.fields ?? [];
  const fields =
    missing.length === 0 ? own : [...own.slice(0, MOST_OWN_FIELDS), { name: '', value: missing.join('\n') }];
  return { ...template, embed: { ...embed, fields, footer: [fair, embed.footer].filter(Boolean).join(' · ') } };
}

function buttonsOf(scene: GiveawayScene): ButtonPayload[] {
  const { row, terms, looks, proofUrl } = scene;
  const tell = tellIn(scene);
  const isOver = !isOpen(row) && row.state !== 'drawing';
  const emoji = parseEmoji(terms.emojiUnicodeOrId ?? '🎉') ?? { name: '🎉' };
  const proof = (label: string): ButtonPayload => ({ type: 2, style: 5, label, url: proofUrl });
  const mine = { type: 2, style: 2, custom_id: customId(buttonIds.mine, row.id) } as const;
  if (isOver) {
    const ended = { ...mine, label: tell('giveaways.buttonEnded'), disabled: true };
    return [ended, proof(tell('giveaways.buttonProof'))];
  }
  return [
    {
      type: 2,
      style: 1,
      custom_id: customId(buttonIds.enter, row.id),
      // Discord refuses the whole message if a label has only spaces.
      label: cleanLine(terms.buttonLabel ?? '') || tell('giveaways.buttonEnter'),
      emoji,
      disabled: row.state !== 'running',
    },
    { ...mine, label: new Intl.NumberFormat(looks.locale).format(row.people), disabled: row.state === 'drawing' },
    proof(tell('giveaways.buttonFair')),
  ];
}
