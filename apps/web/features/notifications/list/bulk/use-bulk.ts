'use client';

import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useRef, useState } from 'react';
import { type ListAddress } from '../../../../shell/server/followed.ts';
import { useCreate } from '../../../../shell/use-create.ts';
import { addOne, changeOne, type NewStreamer, newStreamerKey, refreshList, removeOne } from '../../api.ts';
import { type RunState, type RunStates, runAll } from './run.ts';
import { type BulkKind, type BulkStep, inverseOf } from './steps.ts';
import { untilAccepted } from './until-accepted.ts';

export interface BulkTask {
  readonly kind: BulkKind | 'undo';
  readonly streamers: readonly Streamer[];
  readonly steps: readonly BulkStep[];
  readonly states: RunStates;
  readonly phase: 'choose' | 'running' | 'over';
}

export interface Undoable {
  readonly kind: BulkKind;
  readonly steps: readonly BulkStep[];
}

export interface Bulk {
  readonly task: BulkTask | null;
  readonly undoable: Undoable | null;
  readonly open: (kind: BulkKind, streamers: readonly Streamer[]) => void;
  readonly start: (steps: readonly BulkStep[]) => void;
  readonly stop: () => void;
  readonly close: () => void;
  readonly undo: () => void;
  /** Stores another action for undo, such as a single deletion. */
  readonly keep: (undoable: Undoable | null) => void;
}

function doStep({ streamer, deed }: BulkStep, add: (streamer: NewStreamer) => Promise<unknown>): Promise<unknown> {
  switch (deed.kind) {
    case 'update':
      // The body was built for this streamer, so its messages are for this platform.
      return changeOne(streamer, deed.body as StreamerBody);
    case 'remove':
      return removeOne(streamer);
    case 'add':
      return add({ platform: streamer.platform, name: addressOf(streamer), body: deed.body });
  }
}

const isDone = (task: BulkTask) => (step: BulkStep) => task.states.get(step.key) === 'done';

/** Changes many streamers with one call each, and keeps the data to undo the change. */
export function useBulk(address: ListAddress, onFinish: (task: BulkTask) => void): Bulk {
  const client = useQueryClient();
  const { mutateAsync: add } = useCreate(addOne(address.serverId), { by: newStreamerKey });
  const [task, setTask] = useState<BulkTask | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const isStopped = useRef(false);

  const settle = (over: BulkTask) => {
    const done = over.steps.filter(isDone(over));
    if (over.kind !== 'undo' && done.length > 0) setUndoable({ kind: over.kind, steps: done });
    setTask(null);
    if (done.length > 0) onFinish({ ...over, steps: done });
  };

  const run = async (begun: BulkTask, steps: readonly BulkStep[]) => {
    isStopped.current = false;
    const states = new Map<string, RunState>(begun.states);
    for (const { key } of steps) states.set(key, 'waiting');
    const show = (phase: BulkTask['phase']) => {
      const next = { ...begun, states: new Map(states), phase };
      setTask(next);
      return next;
    };
    show('running');
    await runAll({
      steps,
      run: (step) =>
        untilAccepted(
          () => doStep(step, add),
          () => isStopped.current,
        ),
      onState: (key, state) => {
        states.set(key, state);
        show('running');
      },
      isStopped: () => isStopped.current,
    });
    await refreshList(client, address);
    const over = show('over');
    if (over.steps.every(isDone(over))) settle(over);
  };

  return {
    task,
    undoable,
    open: (kind, streamers) =>
      startTransition(() => setTask({ kind, streamers, steps: [], states: new Map(), phase: 'choose' })),
    start(steps) {
      if (!task || task.phase === 'running') return;
      // A retry covers only the failed steps, but all of them stay visible.
      const all = task.phase === 'over' ? task.steps : steps;
      void run({ ...task, steps: all }, steps);
    },
    stop: () => {
      isStopped.current = true;
    },
    close() {
      if (task?.phase === 'over') settle(task);
      else if (task?.phase === 'choose') setTask(null);
    },
    undo() {
      if (!undoable || task) return;
      const steps = undoable.steps.map(inverseOf);
      setUndoable(null);
      void run({ kind: 'undo', streamers: [], steps, states: new Map(), phase: 'choose' }, steps);
    },
    keep: setUndoable,
  };
}
