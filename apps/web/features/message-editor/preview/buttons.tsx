'use client';

import type { ButtonPayload, RowPayload } from '@tally/message/discord';
import { ExternalLink } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { CustomEmoji } from './markdown.tsx';

/** The buttons below a message, without their actions. */
export function Buttons({ rows }: { rows: readonly RowPayload[] }) {
  return rows.map((row, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- a row is its place
    <div key={place} className="mt-2 flex flex-wrap gap-2">
      {row.components.map((button, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two buttons may be the same
        <Button key={at} button={button} />
      ))}
    </div>
  ));
}

function Button({ button }: { button: ButtonPayload }) {
  const { emoji } = button;
  return (
    <span className="discord-button" data-style={button.style}>
      {emoji?.id ? (
        <CustomEmoji id={emoji.id} name={emoji.name ?? ''} isAnimated={emoji.animated ?? false} />
      ) : (
        emoji?.name && <span>{emoji.name}</span>
      )}
      {button.label}
      {button.style === 5 && <Icon of={ExternalLink} />}
    </span>
  );
}
