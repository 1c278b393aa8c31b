import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** `done` was reached, `late` was reached slowly, `failed` is where the path broke, and `ahead` was not reached yet. */
export type NodeState = 'done' | 'late' | 'failed' | 'now' | 'ahead';

export interface PathNode {
  readonly key: string;
  readonly state: NodeState;
  readonly label: ReactNode;
  /** A time, or another short value. */
  readonly figure?: ReactNode;
}

const dots: Record<NodeState, string> = {
  done: 'bg-ok border-ok',
  late: 'bg-warn border-warn',
  failed: 'bg-ground border-red',
  now: 'bg-ground border-text',
  ahead: 'bg-ground border-control',
};

const lines: Record<NodeState, string> = {
  done: 'bg-ok/60',
  late: 'bg-warn/60',
  failed: 'bg-red/60',
  now: 'bg-line',
  ahead: 'bg-line',
};

/** A small path for a table row: nodes on a thin line, with the text beside it. */
export function SmallPath({ nodes }: { nodes: readonly PathNode[] }) {
  return (
    <span aria-hidden className="inline-flex shrink-0 items-center">
      {nodes.map((node, index) => (
        <span key={node.key} className="inline-flex items-center">
          {index > 0 && <span className={cx('h-0.5 w-4 @max-4xl:w-2', lines[node.state])} />}
          <span className={cx('size-[7px] rounded-full border-[1.5px]', dots[node.state])} />
        </span>
      ))}
    </span>
  );
}

/** A large path with one cell per node. If space is small, it is vertical with one line per node. */
export function LargePath({ nodes }: { nodes: readonly PathNode[] }) {
  return (
    <div className="@container">
      <ol className="grid gap-y-1.5 @lg:auto-cols-fr @lg:grid-flow-col">
        {nodes.map((node, index) => (
          <li key={node.key} className="flex gap-3 @lg:flex-col @lg:gap-2.5">
            <span aria-hidden className="relative flex items-center @max-lg:w-3 @max-lg:justify-center">
              {index > 0 && (
                <span
                  className={cx(
                    'absolute @max-lg:bottom-[calc(100%-6px)] @max-lg:h-[calc(100%-5px)] @max-lg:w-0.5 @lg:end-full @lg:h-0.5 @lg:w-[calc(100%-11px)]',
                    lines[node.state],
                  )}
                />
              )}
              <span
                className={cx(
                  'relative size-[11px] shrink-0 rounded-full border-2 @max-lg:self-start @max-lg:mt-1.5',
                  dots[node.state],
                )}
              />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3 @lg:block @lg:pe-4">
              <div className={cx('text-small', node.state === 'ahead' ? 'text-faint' : 'text-muted')}>{node.label}</div>
              {node.figure !== undefined && <div className="figures text-body">{node.figure}</div>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
