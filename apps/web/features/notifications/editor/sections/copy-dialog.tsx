'use client';

import { Field as Base } from '@base-ui/react/field';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureText } from '../../../../shell/failed.tsx';
import { Fetching } from '../../../../shell/fetching.tsx';
import { toast } from '../../../../shell/toast.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Dialog, DialogClose } from '../../../../ui/layers/dialog.tsx';
import { changeOne, isWhole, refreshList, streamersQuery } from '../../api.ts';
import { errorOf, runAll } from '../../list/bulk/run.ts';
import { untilAccepted } from '../../list/bulk/until-accepted.ts';
import { shownName } from '../../shown-name.ts';
import { wholeOf } from '../draft-of.ts';
import type { EditorSceneProps } from '../scene.ts';

/** Copies these settings to other streamers of the platform, and lists failures with the reason. */
export function CopyDialog({
  scene: { platform, streamer, draft },
  onClose,
}: {
  scene: EditorSceneProps;
  onClose: () => void;
}) {
  const t = useTranslations('notifications.editor');
  const words = useTranslations('ui');
  const failureText = useFailureText();
  const client = useQueryClient();
  const serverId = streamer.guildId;
  const found = useQuery(streamersQuery({ serverId, platform }));
  const list = found.data?.streamers.filter(isWhole) ?? [];
  const others = list.filter((each) => keyOf(each) !== keyOf(streamer));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState<readonly { name: string; why: string }[]>([]);

  const toggle = (key: string, isOn: boolean) =>
    setChosen((now) => new Set(isOn ? [...now, key] : [...now].filter((each) => each !== key)));
  const copy = async () => {
    setRunning(true);
    const { paused: _paused, startsAfter: _startsAfter, ...body } = wholeOf(platform, draft.value);
    const steps = others.map((each) => ({ key: keyOf(each), streamer: each })).filter(({ key }) => chosen.has(key));
    const refusals = new Map<string, Error>();
    await runAll({
      steps,
      run: (step) => untilAccepted(() => changeOne(step.streamer, body)),
      onState: (key, state) => {
        const error = errorOf(state);
        if (error) refusals.set(key, error);
      },
    });
    await refreshList(client, { serverId, platform });
    setRunning(false);
    const bad = steps.flatMap(({ key, streamer: each }) => {
      const error = refusals.get(key);
      return error ? [{ name: shownName(each), why: failureText(error) }] : [];
    });
    setFailed(bad);
    if (bad.length > 0) return;
    void toast('success', { title: t('copied', { count: steps.length }) });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}
      title={t('copyTo')}
      description={t('copyText')}
      actions={
        <>
          <DialogClose>
            <Button disabled={isRunning}>{words('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => void copy()} isPending={isRunning} disabled={chosen.size === 0}>
            {t('copyCount', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {!found.data && <Fetching {...found} className="h-24" />}
      {found.data && others.length === 0 && <p className="text-muted">{t('copyNobody')}</p>}
      <ul className="max-h-75 overflow-y-auto">
        {others.map((each) => (
          <Base.Root key={keyOf(each)} render={<li />}>
            <Base.Label className="flex min-h-10 min-w-0 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
              <Checkbox
                label={shownName(each)}
                checked={chosen.has(keyOf(each))}
                onChange={(isOn) => toggle(keyOf(each), isOn)}
                disabled={isRunning}
              />
              <bdi className="truncate">{shownName(each)}</bdi>
            </Base.Label>
          </Base.Root>
        ))}
      </ul>
      {failed.length > 0 && (
        <ul role="alert" className="mt-3 text-red text-small">
          {failed.map(({ name, why }) => (
            <li key={name}>
              <bdi>{name}</bdi>: {why}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const keyOf = (each: { streamerUserName: string; platform: string } & object): string =>
  `${'type' in each ? String(each.type) : ''} ${each.streamerUserName}`;
