import { getTranslations } from 'next-intl/server';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/fields/input.tsx';

const MOST_LETTERS = 300;
const answers = ['yes', 'no'] as const;

/** "Was this helpful?", followed by one sentence about it. Works without scripts. */
export async function Helpful({ action, done }: { action: string; done: unknown }) {
  const t = await getTranslations('docs.helpful');
  const answer = answers.find((each) => each === done);
  return (
    <form id="helpful" data-screen action={action} method="post" className="mt-14 scroll-mt-24">
      {done === 'sent' || done === 'failed' ? (
        <output className="text-muted">{t(done)}</output>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {answer ? (
            <>
              <input type="hidden" name="helpful" value={answer} />
              <label htmlFor="helpful-sentence" className="w-full">
                {t(answer === 'yes' ? 'thanks' : 'missing')}
              </label>
              <Input
                id="helpful-sentence"
                name="sentence"
                required
                maxLength={MOST_LETTERS}
                dir="auto"
                className="max-w-md"
              />
              <Button type="submit">{t('send')}</Button>
            </>
          ) : (
            <>
              <span className="me-1 text-muted">{t('question')}</span>
              {answers.map((each) => (
                <Button key={each} type="submit" name="helpful" value={each}>
                  {t(each)}
                </Button>
              ))}
            </>
          )}
        </div>
      )}
    </form>
  );
}
