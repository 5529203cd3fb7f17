import { ServerResponse } from 'node:http';
import { frozenAt } from './frozen-clock.ts';

// Preloaded into a portal whose pages are compared: its clock stands still.

const now = frozenAt.getTime();

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now] : parameters, newTarget),
});

// The browser's own clock goes on, and would take a cookie that ends on a day of ours as ended.
const { setHeader } = ServerResponse.prototype;
ServerResponse.prototype.setHeader = function (name, value) {
  const isCookie = name.toLowerCase() === 'set-cookie' && Array.isArray(value);
  const lasting = isCookie ? value.map((cookie) => cookie.replace(/; expires=[^;]*/i, '')) : value;
  return setHeader.call(this, name, lasting);
};
