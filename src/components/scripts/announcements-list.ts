import { dismissAnnouncement, loadAnnouncements } from '#stores/announcements.ts';

/** Shows the announcements. Their title and message are inserted as text, never as markup. */
export async function showAnnouncements(region: HTMLElement): Promise<void> {
  const announcements = await loadAnnouncements(region.dataset.announcements ?? '', new Date());
  region.replaceChildren(
    ...announcements.map((announcement) => {
      const item = document.createElement('article');
      item.className = 'announcement';
      item.dataset.severity = announcement.severity;
      const title = document.createElement('h2');
      title.textContent = announcement.title;
      const message = document.createElement('p');
      message.textContent = announcement.message;
      const close = document.createElement('button');
      close.type = 'button';
      close.className = 'button button-outline';
      close.textContent = 'Dismiss';
      close.setAttribute('aria-label', `Dismiss “${announcement.title}”`);
      close.addEventListener('click', () => {
        dismissAnnouncement(announcement);
        item.remove();
        region.hidden = region.childElementCount === 0;
      });
      item.append(title, message, close);
      return item;
    }),
  );
  region.hidden = announcements.length === 0;
}
