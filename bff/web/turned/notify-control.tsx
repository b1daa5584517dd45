/** Whether this browser shows notifications, and how to change that. */
import { type ReactNode, useState } from 'react';
import { sayInbox } from '../catalogues/inbox.ts';
import { allowNotifications, notifyState, stopNotifications } from './notify.ts';

export function NotifyControl(): ReactNode {
  const [state, setState] = useState(notifyState);
  return (
    <p className="notify facts">
      {state === 'off' && (
        <button type="button" onClick={() => void allowNotifications().then(setState)}>
          {sayInbox('notifyMe')}
        </button>
      )}
      <span role="status">{state !== 'off' && sayInbox(`notify.${state}`)}</span>
      {state === 'on' && (
        <button type="button" className="quiet" onClick={() => setState(stopNotifications())}>
          {sayInbox('notifyOff')}
        </button>
      )}
    </p>
  );
}
