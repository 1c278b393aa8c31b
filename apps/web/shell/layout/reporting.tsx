import { getMessages } from 'next-intl/server';
import { BugReportWidget } from '../../features/bug-report/widget.tsx';
import { config } from '../../lib/config.ts';
import { getShellFrame } from '../shell-data.ts';

/** Loads error reports and the report form if a tracker is configured. */
export async function Reporting() {
  const { SENTRY_DSN: dsn } = config();
  if (dsn === undefined) return null;
  const [shell, { 'bug-report': words }] = await Promise.all([getShellFrame(), getMessages()]);
  return <BugReportWidget dsn={dsn} shell={shell} words={words} />;
}
