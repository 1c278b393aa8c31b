import { Hash, Megaphone } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type NodeState, SmallPath } from '../../ui/node-path.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';

const pathOf = (...states: NodeState[]) => states.map((state, index) => ({ key: String(index), state, label: '' }));

/** The three ways a delivery can go. No figures: those are shown only where they were measured. */
const examples = [
  { name: 'nova_plays', isLive: true, nodes: pathOf('done', 'done', 'done', 'done'), key: 'posted' },
  { name: 'Marlow', isLive: false, nodes: pathOf('done', 'done', 'late', 'late'), key: 'late' },
  { name: 'tiny.ocean', isLive: false, nodes: pathOf('done', 'done', 'failed', 'ahead'), key: 'missing' },
] as const;

/** Shows the product with its own components instead of a description. */
export async function Fragments() {
  const t = await getTranslations('landing.fragments');
  return (
    <section id="how" className="below-fold mx-auto grid max-w-6xl gap-4 px-5 py-12 lg:grid-cols-2">
      <Fragment title={t('journal.title')} text={t('journal.text')}>
        <ul>
          {examples.map((example) => (
            <li
              key={example.key}
              className="flex min-h-[52px] items-center gap-3 border-line border-b py-2 last:border-b-0"
            >
              <Avatar name={example.name} size={28} isLive={example.isLive} />
              <span className="min-w-0 flex-1 truncate font-semibold" dir="ltr">
                {example.name}
              </span>
              <SmallPath nodes={example.nodes} />
              <span className="hidden w-40 truncate text-muted text-small sm:block">{t(`journal.${example.key}`)}</span>
            </li>
          ))}
        </ul>
      </Fragment>
      <Fragment title={t('channels.title')} text={t('channels.text')}>
        <ul className="rounded-card border border-line bg-ground p-1.5">
          <Channel icon={Megaphone} name="stream-alerts" />
          <Channel icon={Hash} name="clips" />
          <Channel icon={Hash} name="staff-only" note={t('channels.missing')} badge={t('channels.blocked')} />
        </ul>
      </Fragment>
    </section>
  );
}

function Fragment({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="rounded-panel border border-line bg-surface p-5">
      <h2 className="font-semibold text-title">{title}</h2>
      <p className="mt-1 mb-5 text-muted text-pretty">{text}</p>
      {children}
    </div>
  );
}

function Channel({ icon, name, note, badge }: { icon: typeof Hash; name: string; note?: string; badge?: string }) {
  return (
    <li className="flex min-h-[36px] items-center gap-2.5 rounded-[8px] px-2.5 py-1">
      <Icon of={icon} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <bdi className={note === undefined ? undefined : 'text-faint'}>{name}</bdi>
        {note !== undefined && <span className="block text-muted text-small">{note}</span>}
      </span>
      {badge !== undefined && <Badge tone="warn">{badge}</Badge>}
    </li>
  );
}
