/** Whether this browser shows notifications, and how to change that. */
import { type ReactNode, useState } from 'react';
import { allowNotifications, type NotifyState, notifyState, stopNotifications } from './notify.ts';

const WORDS: Readonly<Record<NotifyState, string>> = {
  unsupported: 'This browser shows no notifications of pages; the inbox has everything.',
  denied: 'This browser does not allow this page to notify you: its settings can change that.',
  off: '',
  on: 'This browser notifies you of each change while a window of this page is open.',
};

export function NotifyControl(): ReactNode {
  const [state, setState] = useState(notifyState);
  return (
    <p className="notify facts">
      {state === 'off' && (
        <button type="button" onClick={() => void allowNotifications().then(setState)}>
          Notify me in this browser
        </button>
      )}
      <span role="status">{WORDS[state]}</span>
      {state === 'on' && (
        <button type="button" className="quiet" onClick={() => setState(stopNotifications())}>
          Turn notifications off
        </button>
      )}
    </p>
  );
}
