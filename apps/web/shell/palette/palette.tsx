'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Keyboard, Search, SunMoon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { serverPages, serverTools } from '../../features/registry.ts';
import { serversQuery } from '../../features/servers/api.ts';
import { isOutside } from '../../lib/site-links.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Backdrop } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { readTheme, setTheme } from '../first-paint.ts';
import { ShellProviders } from '../providers.tsx';
import type { ShellData } from '../shell-data.ts';
import { showShortcuts } from '../shortcuts/shortcuts.tsx';
import { useSelection } from '../sidebar/selection.ts';
import { pagesOf } from './pages.ts';

interface PaletteProps {
  shell: ShellData;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Ctrl K: any page, server or tool, by a few letters of its name. */
export function Palette(props: PaletteProps) {
  return (
    <ShellProviders shell={props.shell}>
      <Panel {...props} />
    </ShellProviders>
  );
}

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-muted data-[selected=true]:bg-raised data-[selected=true]:text-text';
const groupClass =
  '[&_[cmdk-group-heading]]:caps [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint';

function Panel({ shell, isOpen, onOpenChange }: PaletteProps) {
  const t = useTranslations('shell');
  const router = useRouter();

  function leave(then: () => void) {
    onOpenChange(false);
    then();
  }
  const go = (href: string, isRedirect = false) =>
    leave(() => (isRedirect || isOutside(href) ? window.location.assign(href) : router.push(href)));

  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Backdrop />
        <Base.Popup
          aria-label={t('palette.label')}
          className="fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-panel border border-line bg-surface shadow-float float-in"
        >
          <Command label={t('palette.label')} loop>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Icon of={Search} className="shrink-0 text-muted" />
              <Command.Input
                placeholder={t('palette.placeholder')}
                className="h-13 min-w-0 flex-1 bg-transparent text-lead outline-none placeholder:text-faint"
              />
              <span dir="ltr">
                <Kbd>{'Esc'}</Kbd>
              </span>
            </div>
            <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted">{t('palette.empty')}</Command.Empty>
              {shell.isLoggedIn && <ServerGroups onGo={go} />}
              <Command.Group heading={t('palette.pages')} className={groupClass}>
                {pagesOf(shell).map((page) => (
                  <Command.Item
                    key={page.href}
                    value={`${page.href} ${t(page.label)}`}
                    onSelect={() => go(page.href, page.isRedirect)}
                    className={itemClass}
                  >
                    <Icon of={page.icon} />
                    {t(page.label)}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading={t('palette.actions')} className={groupClass}>
                <Command.Item
                  onSelect={() => leave(() => setTheme(readTheme() === 'dark' ? 'light' : 'dark'))}
                  className={itemClass}
                >
                  <Icon of={SunMoon} />
                  {t('palette.switchTheme')}
                </Command.Item>
                {shell.isLoggedIn && (
                  <Command.Item onSelect={() => leave(showShortcuts)} className={itemClass}>
                    <Icon of={Keyboard} />
                    {t('palette.shortcuts')}
                  </Command.Item>
                )}
              </Command.Group>
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function ServerGroups({ onGo }: { onGo: (href: string) => void }) {
  const t = useTranslations('shell');
  const { selection } = useSelection();
  const servers = useQuery(serversQuery());
  const withBot = (servers.data ?? []).filter((server) => server.isBotIn);
  return (
    <>
      {selection.kind === 'server' && (
        <Command.Group heading={t('palette.serverTools', { server: selection.server.name })} className={groupClass}>
          {[...serverTools, ...serverPages].map((tool) => (
            <Command.Item
              key={tool.name}
              value={`tool ${tool.path} ${t(`features.${tool.name}`)}`}
              onSelect={() => onGo(`/dashboard/server/${selection.server.id}/${tool.path}`)}
              className={itemClass}
            >
              <Icon of={tool.icon} />
              {t(`features.${tool.name}`)}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {withBot.length > 0 && (
        <Command.Group heading={t('palette.servers')} className={groupClass}>
          {withBot.map((server) => (
            <Command.Item
              key={server.id}
              value={`${server.name} ${server.id}`}
              onSelect={() => onGo(`/dashboard/server/${server.id}/manage`)}
              className={itemClass}
            >
              <Avatar name={server.name} src={server.icon} shape="square" size={20} />
              <span className="truncate">{server.name}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}
