import { findPlaceholder, type Placeholder, parseTemplate } from '@tally/message/template';

/** Draws chips behind the text field, and underlines unknown placeholders. The text in this layer is invisible. */
export function Highlights({ text, placeholders }: { text: string; placeholders: readonly Placeholder[] }) {
  return (
    <>
      {parseTemplate(text).map((piece) =>
        piece.type === 'literal' ? (
          piece.text
        ) : (
          <span
            key={piece.start}
            className={
              findPlaceholder(placeholders, piece.name)
                ? 'rounded-mark bg-raised shadow-[0_0_0_1px_var(--line)]'
                : 'underline decoration-red decoration-wavy decoration-1 underline-offset-4'
            }
          >
            {piece.text}
          </span>
        ),
      )}
      {/* A zero-width space gives an empty last line its height. */}
      {'\u200b'}
    </>
  );
}
