'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { LogChannel } from './log-channel.tsx';
import { RolesPanel } from './roles-panel.tsx';

/** The server's settings for roles based on a member's custom status. */
export function StatusRoles({ server }: { server: GuildInfo }) {
  const t = useTranslations('live-role.statusRoles');
  return (
    <RolesPanel server={server} list="statusRoles">
      {({ badge, actions, content }) => (
        <Card id="status-roles" className="scroll-mt-20">
          <CardHeader
            title={
              <span className="flex flex-wrap items-center gap-2">
                {t('title')}
                {badge}
              </span>
            }
            description={t('text')}
            actions={actions}
          />
          <CardBody className="grid gap-4">
            {content}
            <LogChannel server={server} list="statusRoles" />
          </CardBody>
        </Card>
      )}
    </RolesPanel>
  );
}
