/** A receipt from a file, verified in the browser: it is sent nowhere. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { sayReceipt } from '../catalogues/receipt.ts';
import { sayShell } from '../catalogues/shell.ts';
import { VerifiedSteps } from './verified-steps.tsx';
import { verifyText } from './verifier.ts';
import './answer.css';
import './panel.css';

/** A receipt is some hundred kilobytes. */
const MAX_BYTES = 16 * 1_048_576;

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function CheckReceipt(): ReactNode {
  const ids = { file: useId(), key: useId() };
  const [file, setFile] = useState<File | null>(null);
  const [keys, setKeys] = useState('');
  return (
    <article className="check" aria-labelledby="check-title">
      <h1 id="check-title">{sayReceipt('check')}</h1>
      <p className="lead">{sayReceipt('checkLead')}</p>
      <p>
        <label htmlFor={ids.file}>{sayReceipt('receipt')}</label>
        <input
          id={ids.file}
          type="file"
          accept=".json,application/json"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </p>
      <p>
        <label htmlFor={ids.key}>{sayReceipt('key')}</label>
        <textarea
          id={ids.key}
          rows={2}
          spellCheck={false}
          placeholder="NAME+ID+BASE64"
          value={keys}
          onChange={(event) => setKeys(event.target.value)}
        />
      </p>
      {file !== null && <Found file={file} keys={keys.trim() === '' ? null : keys} />}
    </article>
  );
}

function Found({ file, keys }: { readonly file: File; readonly keys: string | null }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['file', file.name, file.size, file.lastModified, keys],
    queryFn: async () => {
      if (file.size > MAX_BYTES) throw new Error(sayReceipt('tooLarge'));
      return verifyText({ receipt: await file.text(), keys, isFile: true });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null)
    return (
      <p role="alert" className="problem">
        {error.message}
      </p>
    );
  if (data === undefined) return <p className="facts">{sayReceipt('verifying')}</p>;
  return (
    <section aria-label={sayReceipt('verification')}>
      {data.said !== null && (
        <blockquote dir="auto">
          <p className="facts">{data.said.q}</p>
          <p>{data.said.summary === '' ? sayShell('noAnswer') : data.said.summary}</p>
        </blockquote>
      )}
      <VerifiedSteps steps={data.steps} />
    </section>
  );
}
