/** The answer's receipt, verified by the reader's own browser. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayReceipt } from '../catalogues/receipt.ts';
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
  if (data === undefined) return <p className="facts">{sayReceipt('verifyingReceipt')}</p>;
  return (
    <>
      <p className="facts">{sayReceipt.show('readHere', { program: <code>/verify.mjs</code> })}</p>
      <VerifiedSteps steps={data.steps} />
    </>
  );
}
