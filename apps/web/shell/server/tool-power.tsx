'use client';

import type { PremiumFlag } from '@tally/contract/premium/flags';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { isolated } from '../../lib/words/mentions.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { isLocked, UpgradeLine } from '../premium-lock.tsx';

/** A tool's switch. Before the first use, it suggests the most likely channel; without the plan, it shows the price. */
export function ToolPower<Id extends string>({
  server,
  flag,
  label,
  isOn,
  likely,
  isRole = false,
  isSaving,
  onTurn,
  onTurnOnIn,
}: {
  server: GuildInfo;
  flag: PremiumFlag;
  label?: string;
  isOn: boolean;
  /** The suggested channel; undefined if one is already chosen or none fits. */
  likely: { readonly id: Id; readonly name: string } | undefined;
  /** True if the suggestion is a role instead of a channel. */
  isRole?: boolean;
  isSaving: boolean;
  /** Switches the tool. If absent, the tool is on as long as it exists. */
  onTurn?: (isOn: boolean) => void;
  onTurnOnIn: (id: Id) => void;
}) {
  const t = useTranslations('servers.tool');
  if (isLocked(server, flag) && !isOn) return <UpgradeLine flag={flag} />;
  return (
    <>
      {onTurn && (
        <span className="flex min-h-9 items-center gap-3 font-semibold">
          <Switch aria-label={label} checked={isOn} onChange={onTurn} />
          <span aria-hidden>{label}</span>
        </span>
      )}
      {likely && !isOn && (
        <Button variant="primary" isPending={isSaving} onClick={() => onTurnOnIn(likely.id)}>
          {isRole
            ? t('turnOnWith', { role: isolated(`@${likely.name}`) })
            : t('turnOnIn', { channel: isolated(`#${likely.name}`) })}
        </Button>
      )}
    </>
  );
}
