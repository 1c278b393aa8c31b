'use client';

import { useTranslations } from 'next-intl';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';

const keys = {
  everywhere: { palette: ['Ctrl K'], help: ['?'] },
  lists: {
    move: ['j', 'k'],
    mark: ['x'],
    markRange: ['Shift x'],
    open: ['e'],
    test: ['t'],
    add: ['n'],
    search: ['/'],
    clear: ['Esc'],
    undo: ['Ctrl Z'],
    approve: ['a'],
    refuse: ['r'],
  },
  editors: { save: ['Ctrl S'], undo: ['Ctrl Z'], redo: ['Ctrl Y'], placeholder: ['{'] },
} as const;

const namesOf = <T extends object>(group: T) => Object.keys(group) as (keyof T & string)[];

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.shortcuts');
  const { everywhere, lists, editors } = keys;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('title')}>
      <div className="flex flex-col gap-5">
        <Group
          title={t('everywhere.title')}
          rows={namesOf(everywhere).map((name) => [t(`everywhere.${name}`), everywhere[name]])}
        />
        <Group title={t('lists.title')} rows={namesOf(lists).map((name) => [t(`lists.${name}`), lists[name]])} />
        <Group
          title={t('editors.title')}
          rows={namesOf(editors).map((name) => [t(`editors.${name}`), editors[name]])}
        />
        <div className="border-t border-line pt-2">
          <SingleKeysSwitch />
        </div>
      </div>
    </Dialog>
  );
}

function Group({ title, rows }: { title: string; rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <section>
      <h3 className="caps mb-1.5 text-muted">{title}</h3>
      <dl>
        {rows.map(([action, names]) => (
          <div key={action} className="flex min-h-8 items-center justify-between gap-4">
            <dt>{action}</dt>
            <dd dir="ltr" className="flex gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The settings also show this switch, for people who cannot use the shortcuts. */
export function SingleKeysSwitch() {
  const t = useTranslations('shell.shortcuts');
  const [isOn, setOn] = useRemembered(memories.hasSingleKeys);
  return <SwitchRow label={t('singleKeys')} hint={t('singleKeysHint')} checked={isOn} onChange={setOn} />;
}
