import type { UpcomingBirthday } from '@tally/contract/birthday/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PenLine, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureText } from '../../shell/failed.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { correctBirthday } from './api.ts';
import { DayFields, monthDay, typedDay, ZonePicker } from './fields.tsx';

interface CorrectProps {
  readonly serverId: ServerId;
  readonly person: UpcomingBirthday;
}

/** Lets staff change or remove a member's birthday. */
export function Correct({ serverId, person }: CorrectProps) {
  return (
    <span className="flex shrink-0">
      <Change serverId={serverId} person={person} />
      <Remove serverId={serverId} person={person} />
    </span>
  );
}

const nameOf = ({ username, userId }: UpcomingBirthday): string => username ?? userId;

function useCorrect({ serverId, person }: CorrectProps) {
  const textOf = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const save = useMutation(correctBirthday(useQueryClient(), serverId, person.userId));
  return {
    isOpen,
    setOpen,
    isPending: save.isPending,
    problem: save.isError ? <p className="mt-3 whitespace-pre-line text-red">{textOf(save.error)}</p> : null,
    run: (body: Parameters<typeof save.mutate>[0]) => save.mutate(body, { onSuccess: () => setOpen(false) }),
  };
}

function Change(props: CorrectProps) {
  const t = useTranslations('birthday.staff');
  const { person } = props;
  const { isOpen, setOpen, isPending, problem, run } = useCorrect(props);
  const [typed, setTyped] = useState(() => typedDay(person.birthday));
  const [timeZone, setZone] = useState(person.timeZone);
  const date = monthDay(typed);
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      title={t('correctTitle')}
      description={t('correctText', { name: nameOf(person) })}
      trigger={<IconButton icon={PenLine} label={t('correct', { name: nameOf(person) })} />}
      verb={t('save')}
      variant="primary"
      isPending={isPending}
      disabled={!date}
      onConfirm={() => date && run({ date, timeZone })}
    >
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <DayFields value={typed} onChange={setTyped} />
      </div>
      <ZonePicker value={timeZone} onChange={setZone} />
      {problem}
    </Confirm>
  );
}

function Remove(props: CorrectProps) {
  const t = useTranslations('birthday.staff');
  const name = nameOf(props.person);
  const { isOpen, setOpen, isPending, problem, run } = useCorrect(props);
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      title={t('removeTitle')}
      description={t('removeText', { name })}
      trigger={<IconButton icon={Trash2} label={t('remove', { name })} />}
      verb={t('removeNow')}
      isPending={isPending}
      onConfirm={() => run({ date: null })}
    >
      {problem}
    </Confirm>
  );
}
