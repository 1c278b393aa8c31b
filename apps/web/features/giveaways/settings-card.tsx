'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { RoleId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Refused } from '../../shell/failed.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery, updateServer } from '../../shell/server/api.ts';
import { LogChannel } from '../../shell/server/log-channel.tsx';
import { toast } from '../../shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { RolesField } from './form/parts.tsx';

const MOST_MANAGERS = 10;

/** Settings for all giveaways of a server: the log channel, and who may manage giveaways by command. */
export function GiveawaysCard({ server }: { server: GuildInfo }) {
  const t = useTranslations('giveaways.settings');
  const locked = isLocked(server, 'GiveawayLogs');
  return (
    <Card id="giveaway-managers" className="scroll-mt-20">
      <CardHeader
        title={t('title')}
        description={t('text')}
        actions={locked ? <PremiumCrown flag="GiveawayLogs" /> : undefined}
      />
      <CardBody className="grid gap-5">
        <LogChannel
          server={server}
          setting="giveawayLogsChannelId"
          words={{ label: t('logs'), hint: t('logsHint'), none: t('noLogs') }}
        />
        <Managers server={server} />
        <ManagersMayNotEnter server={server} />
      </CardBody>
    </Card>
  );
}

function ManagersMayNotEnter({ server }: { server: GuildInfo }) {
  const t = useTranslations('giveaways.settings');
  const save = useMutation(updateServer(useQueryClient(), server.guildId));
  const waiting = save.isPending ? save.variables.giveawayManagersMayEnter : undefined;
  return (
    <SwitchRow
      label={t('managersMayNotEnter')}
      hint={t('managersMayNotEnterHint')}
      checked={(waiting ?? server.giveawayManagersMayEnter) !== true}
      disabled={save.isPending}
      onChange={(isOn) =>
        save.mutate(
          { giveawayManagersMayEnter: !isOn },
          { onSuccess: (said) => void toast('success', { title: said }) },
        )
      }
    />
  );
}

/** Saves each role immediately; its remove button reverts the change. */
function Managers({ server }: { server: GuildInfo }) {
  const t = useTranslations('giveaways.settings');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const save = useMutation({ ...updateServer(useQueryClient(), server.guildId), meta: { isQuiet: true } });
  const waiting = save.isPending ? save.variables.giveawayManagerRoles : undefined;
  const chosen = waiting ?? server.giveawayManagerRoles;
  const set = (roles: readonly RoleId[]) =>
    save.mutate(
      { giveawayManagerRoles: [...roles] },
      { onSuccess: (sentence) => void toast('success', { title: sentence }) },
    );
  return (
    <div className="max-w-md">
      <RolesField
        label={t('managers')}
        discord={discord}
        chosen={chosen}
        disabled={save.isPending || chosen.length >= MOST_MANAGERS}
        onChange={set}
      />
      <p className="mt-1.5 text-muted text-small">{t('managersHint', { most: MOST_MANAGERS })}</p>
      <Refused error={save.error} className="mt-1" />
    </div>
  );
}
