/** Replaces a page that has no session, because it came without a code or its session was taken over by another tab. */
export function showClosedDoor(page: Document): void {
  const main = page.createElement('main');
  main.className = 'closed-door';
  const title = page.createElement('h1');
  title.textContent = 'This page is not connected to Stratdesk';
  const text = page.createElement('p');
  text.textContent =
    'Open the address that the program printed last where it was started. Each address opens one page, once; ' +
    'a page that was duplicated hands its session to the copy.';
  main.append(title, text);
  page.title = 'Stratdesk: not connected';
  page.body.replaceChildren(main);
}
