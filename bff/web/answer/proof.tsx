/** The answer's receipt, verified by the reader's own browser. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNote } from '../problem.tsx';
import { client } from '../trpc.ts';
import { VerifiedSteps } from './verified-steps.tsx';
import { verifyText } from './verifier.ts';

async function verify(answerId: string) {
  const { receipt, keys } = await client.views.proof.query({ answer_id: answerId });
  return verifyText({ receipt, keys, isFile: false });
}

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function Proof({ answerId }: { readonly answerId: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['proof', answerId],
    queryFn: () => verify(answerId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <p className="facts">Verifying the receipt…</p>;
  return (
    <>
      <p className="facts">
        This browser has read the receipt and checked it by itself, with the keys that this server names for
        its log. To verify it without trusting this server, take the receipt and <code>/verify.mjs</code>{' '}
        elsewhere.
      </p>
      <VerifiedSteps steps={data.steps} />
    </>
  );
}
