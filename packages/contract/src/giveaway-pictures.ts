/** A larger picture would load slowly in Discord too. */
export const MOST_PICTURE_BYTES = 8 * 1024 * 1024;
/** All pictures of one server together. */
export const MOST_SERVER_PICTURE_BYTES = 200 * 1024 * 1024;

/** What follows is the server's id and the name of the file. */
export const PICTURES_PATH = '/files/pictures/';

/** As the file dialog of a browser knows them. The API looks at the bytes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
