import { getMessages } from 'next-intl/server';
import { BugReportWidget } from '../../features/bug-report/widget.tsx';
import { config } from '../../lib/config.ts';
import { getShellFrame } from '../shell-data.ts';

/** Error reports and the report form: only with a configured tracker. */
export async function Reporting() {
  const { SENTRY_DSN: dsn } = config();
  if (dsn === undefined) return null;
  const [shell, { 'bug-report': words }] = await Promise.all([getShellFrame(), getMessages()]);
  return <BugReportWidget dsn={dsn} shell={shell} words={words} />;
}
