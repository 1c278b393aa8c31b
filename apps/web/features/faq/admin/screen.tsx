'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { DocRatings } from './doc-ratings.tsx';
import { Entries } from './entries.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { Inbox } from './inbox.tsx';
import { Missed } from './missed.tsx';

const tabs = ['inbox', 'entries', 'missed', 'docs'] as const;

/** Manages questions and answers, and shows failed searches and the handbook's ratings. */
export function FaqAdminScreen() {
  const t = useTranslations('faq.admin');
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('inbox'));
  const [question, setQuestion] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setQuestion('')}>
            {t('add')}
          </Button>
        }
      />
      <Tabs
        label={t('title')}
        tabs={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(next) => void setTab(next)}
      >
        <TabPanel value="inbox">
          <Inbox />
        </TabPanel>
        <TabPanel value="entries">
          <Entries />
        </TabPanel>
        <TabPanel value="missed">
          <Missed onAdd={setQuestion} />
        </TabPanel>
        <TabPanel value="docs">
          <DocRatings />
        </TabPanel>
      </Tabs>
      {question !== null && <EntryDialog id={null} question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}
