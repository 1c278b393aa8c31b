'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { Command, useCommandState } from 'cmdk';
import { Keyboard, LogOut, Mailbox, PanelLeft, Search, SunMoon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { isOutside } from '../../lib/paths/site-links.ts';
import { mostLetters } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Backdrop } from '../../ui/layers/dialog.tsx';
import { readTheme, setSidebarCollapsed, setTheme } from '../layout/first-paint.ts';
import { LateProviders } from '../layout/providers.tsx';
import { logOut } from '../log-out.ts';
import type { ShellFrame } from '../shell-data.ts';
import { showShortcuts } from '../shortcuts/shortcuts.tsx';
import { useSelection } from '../sidebar/selection.ts';
import { DocsGroup } from './docs-group.tsx';
import { pagesOf } from './pages.ts';
import { Group, Item, mirrored } from './parts.tsx';
import { rank } from './rank.ts';
import { AddItem, ServerGroup, SettingGroup, StreamerGroup, ToolGroup } from './server-groups.tsx';
import { UserGroup } from './user-group.tsx';

interface PaletteProps {
  shell: ShellFrame;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Opens with Ctrl K and finds any page, streamer, server, tool or action by a few letters. */
export function Palette(props: PaletteProps) {
  return (
    <LateProviders shell={props.shell}>
      <Panel {...props} />
    </LateProviders>
  );
}

function Panel({ shell, isOpen, onOpenChange }: PaletteProps) {
  const t = useTranslations('shell');
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [wasOpen, setWasOpen] = useState(isOpen);
  // Cleared at each opening, so an old text does not flash.
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    if (isOpen) setTyped('');
  }
  /** True if the arrow keys were used since the last typing. */
  const isMoved = useRef(false);

  function leave(then: () => void) {
    onOpenChange(false);
    then();
  }
  const go = (href: string, isRedirect = false) =>
    leave(() => (isRedirect || isOutside(href) ? window.location.assign(href) : router.push(href)));
  const open = (href: string) => leave(() => window.open(href, '_blank', 'noreferrer'));

  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Backdrop />
        <Base.Popup
          aria-label={t('palette.label')}
          className="fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-panel border border-line bg-surface shadow-float float-in"
        >
          <Command
            label={t('palette.label')}
            loop
            filter={rank}
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={({ key }) => key.startsWith('Arrow') && (isMoved.current = true)}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Icon of={Search} className="shrink-0 text-muted" />
              <Command.Input
                value={typed}
                onValueChange={(next) => {
                  isMoved.current = false;
                  setTyped(next);
                }}
                placeholder={t('palette.placeholder')}
                maxLength={mostLetters.search}
                className="h-13 min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-faint"
              />
              <span dir="ltr">
                <Kbd>{'Esc'}</Kbd>
              </span>
            </div>
            <Command.List label={t('palette.results')} className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted">{t('palette.empty')}</Command.Empty>
              {shell.isLoggedIn && <Own typed={typed} onGo={go} onLeave={leave} />}
              <Group heading={t('palette.pages')}>
                {pagesOf(shell).map((page) => (
                  <Item
                    key={page.href}
                    value={`${page.href} ${t(page.label)}`}
                    icon={page.icon}
                    onSelect={() => (page.isNewTab ? open(page.href) : go(page.href, page.isRedirect))}
                  >
                    {t(page.label)}
                  </Item>
                ))}
              </Group>
              <DocsGroup typed={typed} onGo={go} />
              <Group heading={t('palette.actions')}>
                {shell.isLoggedIn && <OwnActions onGo={go} onLeave={leave} />}
                <Item
                  value={`theme ${t('palette.switchTheme')}`}
                  icon={SunMoon}
                  onSelect={() => leave(() => setTheme(readTheme() === 'dark' ? 'light' : 'dark'))}
                >
                  {t('palette.switchTheme')}
                </Item>
              </Group>
            </Command.List>
            <Count />
            <FirstChosen typed={typed} isMoved={isMoved} onChoose={setChosen} />
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface OwnProps {
  onGo: (href: string, isRedirect?: boolean) => void;
  onLeave: (then: () => void) => void;
}

/** The chosen server's streamers and tools, and the person's other servers. */
function Own({ typed, onGo, onLeave }: OwnProps & { typed: string }) {
  const { selection, servers } = useSelection();
  const server = selection.kind === 'server' ? selection.server : null;
  const ofSettings = server ?? servers[0];
  return (
    <>
      <StreamerGroup chosen={server} servers={servers} typed={typed} onGo={onGo} onLeave={onLeave} />
      {server && <ToolGroup server={server} onGo={onGo} />}
      {ofSettings && <SettingGroup server={ofSettings} onGo={onGo} />}
      <UserGroup onGo={onGo} />
      <ServerGroup servers={servers} onGo={onGo} />
    </>
  );
}

function OwnActions({ onGo, onLeave }: OwnProps) {
  const t = useTranslations('shell');
  const { selection } = useSelection();
  const [isCollapsed] = useRemembered(memories.isSidebarCollapsed);
  const sidebar = t(isCollapsed ? 'sidebar.expand' : 'sidebar.collapse');
  return (
    <>
      {selection.kind === 'server' && <AddItem server={selection.server} onGo={onGo} />}
      <Item value={`invite ${t('userMenu.invite')}`} icon={Mailbox} onSelect={() => onGo('/invite', true)}>
        {t('userMenu.invite')}
      </Item>
      <Item
        value={`sidebar ${sidebar}`}
        icon={<Icon of={PanelLeft} className={mirrored} />}
        onSelect={() => onLeave(() => setSidebarCollapsed(!isCollapsed))}
      >
        {sidebar}
      </Item>
      <Item value={`shortcuts ${t('palette.shortcuts')}`} icon={Keyboard} onSelect={() => onLeave(showShortcuts)}>
        {t('palette.shortcuts')}
      </Item>
      <Item
        value={`logout ${t('userMenu.logOut')}`}
        icon={<Icon of={LogOut} className={mirrored} />}
        onSelect={() => onLeave(logOut)}
      >
        {t('userMenu.logOut')}
      </Item>
    </>
  );
}

/** Selects the first result again when later results rank above it, so Enter opens the best one. */
function FirstChosen({
  typed,
  isMoved,
  onChoose,
}: {
  typed: string;
  isMoved: RefObject<boolean>;
  onChoose: (value: string) => void;
}) {
  const count = useCommandState((state) => state.filtered.count);
  const seen = `${typed} ${count}`;
  const choose = useEffectEvent((_seen: string) => {
    const first = document.querySelector('[cmdk-list] [cmdk-item]')?.getAttribute('data-value');
    if (first && !isMoved.current) onChoose(first);
  });
  useEffect(() => choose(seen), [seen]);
  return null;
}

/** Announces the number of results to screen readers, because the list is silent. */
function Count() {
  const t = useTranslations('shell.palette');
  const count = useCommandState((state) => state.filtered.count);
  return <output className="sr-only">{t('count', { count })}</output>;
}
