import { findPlaceholder, type Placeholder, parseTemplate } from '@tally/message/template';

/** Drawn behind the input: placeholders as chips, unknown ones underlined. The text itself is invisible. */
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
      {/* An empty last line gets its height only from a character. */}
      {'\u200b'}
    </>
  );
}
