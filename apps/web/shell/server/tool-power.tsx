'use client';

import type { PremiumFlag } from '@tally/contract/premium/flags';
import type { ChannelFinding, GuildInfo } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { isolated } from '../../lib/words/mentions.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { isLocked, UpgradeLine } from '../premium-lock.tsx';

/** A tool's switch. Beside it, before the first use, the likeliest channel; without the plan, what it costs. */
export function ToolPower({
  server,
  flag,
  label,
  isOn,
  likely,
  isSaving,
  onTurn,
  onTurnOnIn,
}: {
  server: GuildInfo;
  flag: PremiumFlag;
  label: string;
  isOn: boolean;
  /** Undefined: a channel is already chosen, or the server has no such channel. */
  likely: ChannelFinding | undefined;
  isSaving: boolean;
  onTurn: (isOn: boolean) => void;
  onTurnOnIn: (channelId: ChannelFinding['id']) => void;
}) {
  const t = useTranslations('servers.tool');
  if (isLocked(server, flag) && !isOn) return <UpgradeLine flag={flag} />;
  return (
    <>
      <span className="flex min-h-9 items-center gap-3 font-semibold">
        <Switch aria-label={label} checked={isOn} onChange={onTurn} />
        <span aria-hidden>{label}</span>
      </span>
      {likely && !isOn && (
        <Button variant="primary" isPending={isSaving} onClick={() => onTurnOnIn(likely.id)}>
          {t('turnOnIn', { channel: isolated(`#${likely.name}`) })}
        </Button>
      )}
    </>
  );
}
