'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { noMentions } from '@tally/message/discord';
import { useTranslations } from 'next-intl';
import type { RecordEdit } from '../../../shell/drafts/use-record-draft.ts';
import { isLocked, UpgradeLine } from '../../../shell/premium-lock.tsx';
import { Card, CardBody } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Fold } from '../../../ui/tool/fold.tsx';
import { DiscordMessage } from '../../message-editor/preview/message.tsx';
import { noNames } from '../../message-editor/preview/names.ts';
import { type BrandingArea, brandingAreas, type GeneralDraft } from './draft-of.ts';
import { target } from './target.ts';

interface Scene {
  readonly server: GuildInfo;
  readonly edit: RecordEdit<GeneralDraft>;
  /** The name of this installation. */
  readonly site: string;
}

export function BrandingTab({ server, edit, site }: Scene) {
  const t = useTranslations('servers.general');
  const locked = isLocked(server, 'ManageBranding');
  const off = edit.draft.value.disableBranding;
  const shown = brandingAreas.filter((area) => !off[area]).length;
  const hide = (areas: readonly BrandingArea[], isHidden: boolean) =>
    edit.draft.change('disableBranding', (now) => ({
      ...now,
      disableBranding: { ...now.disableBranding, ...Object.fromEntries(areas.map((area) => [area, isHidden])) },
    }));
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
      <Card {...target('branding')}>
        <CardBody className="pb-0">
          <SwitchRow
            label={t('brandingShow', { site })}
            hint={t('brandingText', { site })}
            checked={shown > 0}
            onChange={(isShown) => hide(brandingAreas, !isShown)}
          />
          {locked && (
            <div className="pb-3">
              <UpgradeLine flag="ManageBranding" />
            </div>
          )}
          <Fold title={t('brandingWhere')} summary={t('brandingCount', { shown, all: brandingAreas.length })}>
            {brandingAreas.map((area) => (
              <SwitchRow
                key={area}
                label={t(`branding.${area}`)}
                checked={!off[area]}
                onChange={(isShown) => hide([area], !isShown)}
              />
            ))}
          </Fold>
        </CardBody>
      </Card>
      <Preview site={site} isSigned={!off.notifications} hasButton={!off.watchOnButton} />
    </div>
  );
}

/** Previews a notification with the selected settings. */
function Preview({ site, isSigned, hasButton }: { site: string; isSigned: boolean; hasButton: boolean }) {
  const t = useTranslations('servers.general');
  return (
    <aside aria-label={t('brandingPreview')} className="max-xl:order-first">
      <DiscordMessage
        payload={{
          embeds: [
            {
              title: t('brandingSample'),
              description: t('brandingSampleText'),
              color: 0x53fc18,
              ...(isSigned ? { footer: { text: site } } : {}),
            },
          ],
          ...(hasButton
            ? { components: [{ type: 1, components: [{ type: 2, style: 5, label: t('brandingWatch'), url: '' }] }] }
            : {}),
          allowed_mentions: noMentions,
        }}
        sender={{ name: site, avatarUrl: null }}
        files={[]}
        names={noNames}
      />
    </aside>
  );
}
