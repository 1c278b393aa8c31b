'use client';

import { defaultMessage } from '@tally/message/defaults';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Row } from '../../media-sharing/room/queue/pending.tsx';
import { item } from '../../media-sharing/sample-room.ts';
import { SenderLine, VideoLine } from '../../media-sharing/video-line.tsx';
import type { SceneProps } from '../live-scene.tsx';
import { SampleMessage } from './sample-message.tsx';

const request = item({
  title: 'Rick Astley - Never Gonna Give You Up',
  author: 'Rick Astley',
  lengthSeconds: 213,
  channelId: null,
  views: 1_600_000_000,
  publishedAt: new Date('2009-10-25T00:00:00Z'),
  sender: { origin: 'kick', id: '7', name: 'mika_v' },
  record: { played: 12, refused: 1 },
});

/** Shows a media request to decide on, and the bot's post after a stream. */
export function StreamersScene({ site }: SceneProps) {
  const locale = useLocale();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Request />
      <div className="grid gap-4">
        <SampleMessage type="clip" template={defaultMessage('clip', locale)} site={site} />
        <SampleMessage type="vod" template={defaultMessage('vod', locale)} site={site} />
      </div>
    </div>
  );
}

function Request() {
  const t = useTranslations('landing.scenes.streamers');
  const [decision, decide] = useState<'approved' | 'refused' | null>(null);
  return (
    <Card aria-label={t('request')}>
      <CardHeader title={t(decision ?? 'request')} description={t(`${decision ?? 'request'}Text`)} />
      {decision === null ? (
        <ul>
          <Row
            item={request}
            isMarked={false}
            onApprove={() => decide('approved')}
            onRefuse={() => decide('refused')}
          />
        </ul>
      ) : (
        <CardBody className="grid gap-4">
          {decision === 'approved' && <VideoLine item={request} under={<SenderLine item={request} />} />}
          <Button className="justify-self-start" onClick={() => decide(null)}>
            {t('again')}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}
