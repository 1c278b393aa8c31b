'use client';

import type { CurrentUser, LinkedAccount } from '@tally/contract/account/calls';
import {
  aboutPlatforms,
  type LoginPlatform,
  loginPlatforms,
  type PlatformToLink,
  platformsToLink,
} from '@tally/contract/platforms/words';
import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { goAndConnect } from './api.ts';
import { ChatCodeDialog } from './chat-code-dialog.tsx';
import { RecordingPermission } from './recording-permission.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

/** Shows the linked accounts, with buttons to link and unlink them. */
export function LinkedAccounts({ me }: { me: CurrentUser }) {
  const t = useTranslations('connections');
  return (
    <Card id="accounts">
      <CardHeader title={t('title')} description={t('text')} />
      <ul className="mt-3 border-t border-line">
        {platformsToLink.map((platform) => (
          <Row key={platform} platform={platform} linked={me.database[`${platform}Account`]} />
        ))}
        <DiscordRow />
      </ul>
    </Card>
  );
}

function Row({ platform, linked }: { platform: PlatformToLink; linked: LinkedAccount | null }) {
  const t = useTranslations('connections');
  const name = platformNames[platform];
  const isViewer = linked?.depth === 'viewer' && !linked.isGone;
  // Most people only watch streams, so they get one question instead of two.
  const mayShareClips = linked?.depth === 'creator' && linked.sharesClips === false && !linked.isGone;
  return (
    <li className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-2.5 last:border-b-0">
      <PlatformNotch platform={platform} />
      <span className="font-medium">{name}</span>
      {linked ? (
        <>
          <bdi className="min-w-0 truncate text-muted">{linked.displayName ?? linked.username ?? linked.accountId}</bdi>
          {linked.isGone ? <Badge tone="warn">{t('isGone')}</Badge> : <Badge tone="ok">{t('isLinked')}</Badge>}
        </>
      ) : (
        <span className="text-muted">{t('notLinked')}</span>
      )}
      {linked?.depth === 'creator' && <Badge>{t('isCreator')}</Badge>}
      {linked?.sharesClips && <Badge>{t('sharesClips')}</Badge>}
      <span className="ms-auto flex flex-wrap justify-end gap-2">
        {linked ? (
          <>
            {hasLogin(platform) && (
              <>
                {linked.isGone && <Login platform={platform} depth={linked.depth} label={t('again')} />}
                {isViewer && <Login platform={platform} depth="creator" label={t('allowAsCreator')} />}
                {mayShareClips && <Login platform={platform} depth="clips" label={t('allowClips')} />}
              </>
            )}
            <UnlinkDialog platform={platform} linked={linked} />
          </>
        ) : (
          <Ways platform={platform} />
        )}
      </span>
      {linked?.isGone && <p className="w-full text-muted text-small">{t('goneText', { platform: name })}</p>}
      {isViewer && <p className="w-full text-muted text-small">{t('creatorText', { platform: name })}</p>}
      {'keepsRecordings' in aboutPlatforms[platform] && linked && <RecordingPermission />}
      {mayShareClips && <p className="w-full text-muted text-small">{t('clipsText', { platform: name })}</p>}
    </li>
  );
}

/** Discord's linked roles work in the other direction: Discord receives data about the accounts linked here. */
function DiscordRow() {
  const t = useTranslations('connections');
  return (
    <li className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="block font-medium">{t('discordRoles')}</span>
        <span className="block text-muted text-small">{t('discordRolesText')}</span>
      </span>
      <ButtonLink size="compact" href="/linked-roles" className="ms-auto">
        {t('toDiscordRoles')}
      </ButtonLink>
    </li>
  );
}

function Ways({ platform }: { platform: PlatformToLink }) {
  const t = useTranslations('connections');
  if (!hasLogin(platform)) return <AddressDialog platform={platform} />;
  return (
    <>
      {'hasChatCode' in aboutPlatforms[platform] && <ChatCodeDialog />}
      <Login platform={platform} label={t('connect')} />
    </>
  );
}

const hasLogin = (platform: PlatformToLink): platform is LoginPlatform =>
  loginPlatforms.some((each) => each === platform);

interface LoginProps {
  platform: LoginPlatform;
  label: string;
  /** The access that the person has granted, or wants to grant. */
  depth?: LinkedAccount['depth'] | 'clips';
}

function Login({ platform, label, depth }: LoginProps) {
  const t = useTranslations('connections');
  const start = useMutation(goAndConnect());
  return (
    <Button
      size="compact"
      onClick={() => start.mutate(depth === 'creator' || depth === 'clips' ? { platform, depth } : { platform })}
      // The browser is leaving the page, and a second login would invalidate the first.
      isPending={start.isPending || start.isSuccess}
      aria-label={t('connectTo', { action: label, platform: platformNames[platform] })}
    >
      <Icon of={LogIn} className="rtl:-scale-x-100" />
      {label}
    </Button>
  );
}
