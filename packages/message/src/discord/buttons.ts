import { toLink } from '../template/index.ts';
import { discordLimits as limits, maxButtons } from './limits.ts';
import type { ButtonPayload, RowPayload } from './payload.ts';
import type { Draft } from './render.ts';
import type { ButtonTemplate } from './template.ts';
import { parseEmoji } from './values.ts';

/** One of our own buttons under an owner's message, such as "Notify me". */
export type ActionButton = Extract<ButtonPayload, { custom_id: string }>;

/** Renders the owner's links first and then our actions, with five buttons per row. */
export function renderButtons(
  buttons: readonly ButtonTemplate[],
  actions: readonly ActionButton[],
  draft: Draft,
): RowPayload[] {
  const links = buttons.flatMap((button, place) => renderLink(button, place, draft));
  const all = [...links.slice(0, maxButtons - actions.length), ...actions].slice(0, maxButtons);
  return Array.from({ length: Math.ceil(all.length / limits.buttonsPerRow) }, (_, row) => ({
    type: 1,
    components: all.slice(row * limits.buttonsPerRow, (row + 1) * limits.buttonsPerRow),
  }));
}

/** Leaves out a button without a URL or a label, because Discord would refuse the whole message. */
function renderLink(button: ButtonTemplate, place: number, draft: Draft): ButtonPayload[] {
  const path = `buttons.${place}`;
  const url = toLink(draft.fill(button.url ?? '', 'address', Number.POSITIVE_INFINITY).text);
  const label = draft.put({ path: `${path}.title`, text: button.title, place: 'plain', limit: limits.buttonLabel });
  const emoji = button.emojiUnicodeOrId ? parseEmoji(button.emojiUnicodeOrId) : null;
  if (button.emojiUnicodeOrId && !emoji) draft.dropped.add(`${path}.emojiUnicodeOrId`);
  if (url === null || url.length > limits.buttonUrl || (!label && !emoji)) {
    draft.dropped.add(path);
    return [];
  }
  return [{ type: 2, style: 5, url, ...(label ? { label } : {}), ...(emoji ? { emoji } : {}) }];
}
