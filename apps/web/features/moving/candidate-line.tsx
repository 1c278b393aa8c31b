'use client';

import { postedKinds } from '@tally/contract/moving/limits';
import { namesakeKinds, wordOf } from '@tally/contract/platforms/namesakes';
import type { ServerId } from '@tally/contract/wire/ids';
import { Loader } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useState } from 'react';
import { platformNames } from '../../lib/words/platform-names.ts';
import { CandidateRow } from '../../shell/streamers/candidate-row.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { LateSelect } from '../../ui/fields/late-select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectBox } from '../notifications/list/select-box.tsx';
import { type Candidate, type CandidateChange, platformChoices } from './api.ts';
import { SeenLine } from './seen-line.tsx';

interface LineProps {
  readonly serverId: ServerId;
  readonly candidate: Candidate;
  readonly channelName: string | undefined;
  /** The name of the channel with the newest post about this creator. */
  readonly seenIn: string | undefined;
  readonly onChange: (...changes: CandidateChange[]) => void;
}

/** One creator in a list, with channel and choices. Memoized, because a list may have a thousand lines. */
export const CandidateLine = memo(function CandidateLine({
  serverId,
  candidate,
  channelName,
  seenIn,
  onChange,
}: LineProps) {
  const t = useTranslations('moving');
  const { candidateId, state, channel, isTaken, kind, platform, reason, wrote } = candidate;
  const hasBox = state === 'found' || state === 'overLimit' || (state === 'unsure' && channel !== null);
  return (
    <li
      data-item={candidateId}
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]"
    >
      {hasBox && (
        <SelectBox
          label={t('take', { name: channel?.displayName ?? wrote })}
          className="ms-0"
          isOn={isTaken}
          onClick={() => onChange({ candidateId, isTaken: !isTaken })}
        />
      )}
      {channel ? (
        <CandidateRow
          row={{ ...channel, isExact: true }}
          isOff={state === 'followed'}
          note={reason ? t(`reasons.${reason}`) : undefined}
        />
      ) : (
        <span className="min-w-0 flex-1 basis-40">
          <span className="block truncate font-semibold">
            <bdi>{wrote}</bdi>
          </span>
          <span className="text-muted text-small">
            {[platform && platformNames[platform], reason && t(`reasons.${reason}`)].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
      {isTaken && channelName !== undefined && <bdi className="text-muted text-small">{`#${channelName}`}</bdi>}
      {state === 'waiting' && <Icon of={Loader} className="shrink-0 text-muted" />}
      {reason === 'noPlatform' && (
        <Choices
          label={wrote}
          choices={platformChoices}
          onChoose={(each) => onChange({ candidateId, platform: each })}
        />
      )}
      {reason === 'several' && (
        <Choices
          label={wrote}
          choices={namesakeKinds.map((value) => ({ value, label: t(`namesakes.${value}`) }))}
          onChoose={(kind) => onChange({ candidateId, ...wordOf(kind) })}
        />
      )}
      <SeenLine serverId={serverId} candidate={candidate} place={seenIn} />
      {isTaken && kind && (
        <LateSelect
          label={t('kind.label', { name: channel?.displayName ?? wrote })}
          value={kind}
          onChange={(next) => onChange({ candidateId, kind: next })}
          choices={postedKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          className="w-full sm:w-56"
        />
      )}
      {state === 'notFound' && (
        <OtherName name={wrote} onName={(streamerUserName) => onChange({ candidateId, streamerUserName })} />
      )}
    </li>
  );
});

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

export function Choices<Value extends string>({ label, choices, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-1.5">
      {choices.map((each) => (
        <Button key={each.value} size="compact" onClick={() => onChoose(each.value)}>
          {each.label}
        </Button>
      ))}
    </fieldset>
  );
}

/** Lets a person enter another name or link. A link identifies the creator without doubt. */
function OtherName({ name, onName }: { name: string; onName: (name: string) => void }) {
  const t = useTranslations('moving');
  const [text, setText] = useState('');
  return (
    <form
      className="flex w-full gap-2 sm:w-auto"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onName(text.trim().slice(0, 300));
      }}
    >
      <Input
        aria-label={t('otherName', { name })}
        placeholder={t('pasteLink')}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="min-w-0 flex-1 sm:w-56"
      />
      <Button type="submit" size="compact">
        {t('lookUp')}
      </Button>
    </form>
  );
}
