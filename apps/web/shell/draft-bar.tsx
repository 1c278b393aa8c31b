'use client';

import { SaveProblem } from './save-problem.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';

/** The end of a page that edits one draft: why it was not saved, and the bar of what is unsaved. */
export function DraftBar<Field extends string>({
  draft,
  save,
  nameOf,
  hasProblems,
}: {
  draft: {
    readonly changed: readonly Field[];
    readonly canUndo: boolean;
    readonly undo: () => void;
    readonly redo: () => void;
    readonly discard: () => void;
  };
  save: { readonly problem: string | null; readonly isPending: boolean; readonly run: () => void };
  /** The name of a field, as it stands on the page. */
  nameOf: (field: Field) => string;
  hasProblems: boolean;
}) {
  return (
    <>
      <SaveProblem text={save.problem} />
      <UnsavedBar
        changed={draft.changed.map(nameOf)}
        isSaving={save.isPending}
        hasProblems={hasProblems}
        canUndo={draft.canUndo}
        onUndo={draft.undo}
        onRedo={draft.redo}
        onDiscard={draft.discard}
        onSave={save.run}
      />
    </>
  );
}
