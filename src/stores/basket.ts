import { onMount } from 'nanostores';
import { safeLocalStorage } from '#lib/storage.ts';
import { $session } from '#session/session.ts';
import { request } from './api.ts';
import { createBasketStore } from './basket-core.ts';
import { showToast } from './toasts.ts';

/** The basket of this tab: that of the browser for a visitor, that of the account for who is signed in. */
export const basket = createBasketStore({
  request,
  $session,
  storage: safeLocalStorage,
  notify: showToast,
  now: Date.now,
});

onMount(basket.$basket, basket.start);
