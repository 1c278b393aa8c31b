/**
 * Possible problems of an installation. Each key has the cause, and the key with `Remedy` has the fix in the portals'
 * own words.
 */
export const doctor = {
  discordTitle: 'Discord',
  addressesTitle: 'addresses',
  dashboardTitle: 'dashboard address',
  machineTitle: 'disk and data folder',
  databaseTitle: 'database',
  keysTitle: 'encryption keys',
  kickTitle: 'Kick',
  twitchTitle: 'Twitch',
  youtubeTitle: 'YouTube',
  stripeTitle: 'Stripe',
  votesTitle: 'top.gg',
  filesTitle: 'file storage',
  backupTitle: 'backups',

  backupBucket: 'The backup bucket cannot be used. {reason}',
  backupBucketRemedy:
    'Correct BACKUP_DIR and the S3_ settings. The keys need to list, read, write and delete files there.',
  backupFolder: 'The program cannot write to {folder}, so no backup can be made.',
  backupFolderRemedy: 'Choose another folder in BACKUP_DIR, or give this one to the user that runs the program.',
  backupNone: 'There is no backup yet in {folder}.',
  backupNoneRemedy: 'Run npm run backup. Check that BACKUP_DIR is writable, and read the server log from 1:23 UTC.',
  backupOld: 'The last backup is {days, plural, one {# day} other {# days}} old.',
  backupOldRemedy:
    'Read the server log from 1:23 UTC. Check that a worker runs, that {folder} is writable, and that pg_dump is installed. Then run npm run backup.',

  worldDown: '{world} is not responding ({reason}).',
  worldDownRemedy:
    'Check this machine’s connection, DNS and firewall, and the status page of {world}. The keys are not the cause.',
  worldLimits: '{world} responds, but refuses this machine for now: too many calls (429).',
  worldLimitsRemedy:
    'Wait a few minutes and check again. If this persists, another program uses the same keys or address.',
  late: 'The check “{check}” timed out.',
  lateRemedy: 'Run the check again. If it times out again, read the server log around this time.',

  wrongToken: 'Discord does not accept DISCORD_TOKEN.',
  wrongTokenRemedy:
    'At https://discord.com/developers/applications open your application, “Bot”, press “Reset Token”, and put the new token into DISCORD_TOKEN.',
  tokenHasPrefix: 'DISCORD_TOKEN begins with “Bot ”, which is not part of the token.',
  tokenHasPrefixRemedy: 'Remove that word. DISCORD_TOKEN contains only the token itself.',
  notAToken: 'The value of DISCORD_TOKEN is not a bot token. A token has three parts with dots between them.',
  notATokenRemedy:
    'Copy the token from the page “Bot” of your application (“Reset Token”). The keys under “General Information” and “OAuth2” are different ones.',
  wrongClientId: 'DISCORD_CLIENT_ID is {given}, but the token belongs to the application {real}.',
  wrongClientIdRemedy: 'Set DISCORD_CLIENT_ID={real}, or use the token of the other application.',
  wrongClientSecret: 'Discord does not accept DISCORD_CLIENT_SECRET, so logins fail.',
  wrongClientSecretRemedy:
    'In the developer portal open “OAuth2”, press “Reset Secret”, and put the new secret into DISCORD_CLIENT_SECRET.',
  intentOff: 'The “{intent}” is off, so features that need it do not work.',
  intentOffRemedy:
    'In the developer portal open “Bot”, switch on “{intent}” under “Privileged Gateway Intents”, save, and restart.',
  redirectMissing: 'Discord does not know the redirect {address}.',
  redirectMissingRemedy: 'In the developer portal open “OAuth2”, add exactly {address} under “Redirects”, and save.',
  codeGrantOn: '“Requires OAuth2 Code Grant” is on, so the bot cannot be invited.',
  codeGrantOnRemedy: 'In the developer portal open “Bot”, switch off “Requires OAuth2 Code Grant”, and save.',
  notPublic: '“Public Bot” is switched off, so only you can invite the bot.',
  notPublicRemedy: 'In the developer portal open “Bot”, switch on “Public Bot”, and save.',
  foreignEndpoint: 'Discord sends commands to {address}, so this bot does not receive them.',
  foreignEndpointRemedy:
    'In the developer portal open “General Information” and empty “Interactions Endpoint URL”, or set DISCORD_INTERACTIONS=http here.',
  wrongPublicKey: 'DISCORD_PUBLIC_KEY is not the key of this application.',
  wrongPublicKeyRemedy:
    'Copy “Public Key” from “General Information” in the developer portal, or leave DISCORD_PUBLIC_KEY empty.',
  noStartsLeft: 'The bot has used up its {total, plural, one {one gateway start} other {# gateway starts}} for today.',
  noStartsLeftRemedy:
    'Discord allows new starts in {minutes, plural, one {# minute} other {# minutes}}. The log shows what restarts the bot so often.',
  tokenElsewhere:
    'Discord refused {count, plural, one {# call} other {# calls}} in ten minutes, more than this installation caused. Another installation uses the same bot token.',
  tokenElsewhereRemedy:
    'Stop the other installation, or create a separate application for it. All processes of this one need the same DATABASE_URL. CALLS_PER_SECOND must not exceed Discord’s limit (50).',
  turnedAway: 'Discord blocks all requests from this IP address (status {status}).',
  turnedAwayRemedy:
    'Discord blocks an address after too many refused calls. Stop the bot for an hour. If others share this address, ask your host for another one.',
  noSupportServer: 'The bot is not in the server {id} that SUPPORT_SERVER_ID names.',
  noSupportServerRemedy: 'Invite the bot there, or leave SUPPORT_SERVER_ID empty.',
  supportServerClosed: 'The bot may not create invites in the server {id} that SUPPORT_SERVER_ID names.',
  supportServerClosedRemedy: 'Give the bot’s role “Create Invite” in that server.',
  clockOff: 'The clock of this machine is {seconds, plural, one {# second} other {# seconds}} off.',
  clockOffRemedy: 'Turn on time synchronization (with systemd: timedatectl set-ntp true). Signatures fail otherwise.',
  clockFarOff: 'By the clock of this machine, the certificate of {world} is not valid now ({reason}).',
  clockFarOffRemedy:
    'Correct date and time (with systemd: timedatectl set-ntp true). If they are correct, read the status page of {world}.',

  publicApiMissing: 'PUBLIC_API_URL is not set, but {setting} needs calls from outside.',
  publicApiMissingRemedy: 'Set PUBLIC_API_URL to the https address from which your proxy forwards to API_PORT.',
  publicApiPrivate: 'PUBLIC_API_URL={address} cannot be reached from outside.',
  publicApiPrivateRemedy: 'Set it to a public https address, or leave it empty to poll the platforms without pushes.',
  publicApiNotHttps: 'PUBLIC_API_URL={address} is not https, and Discord, Kick, Twitch and Stripe push only to https.',
  publicApiNotHttpsRemedy: 'Put a proxy with a certificate in front of API_PORT, and use https:// in PUBLIC_API_URL.',
  twitchPort: 'Twitch pushes only to https on port 443, but PUBLIC_API_URL is {address}.',
  twitchPortRemedy: 'Let your proxy listen on port 443, and remove the port from PUBLIC_API_URL.',
  addressUnknown: 'No DNS server knows the host of {setting}={address}.',
  addressUnknownRemedy: 'Add an A or AAAA record with this machine’s public address, or correct {setting}.',
  addressSilent: '{setting}={address} is not responding ({reason}).',
  addressSilentRemedy: 'Start the proxy, open the port in the firewall, and forward to {port}.',
  certificateRefused: 'The certificate of {setting}={address} is not valid ({reason}).',
  certificateRefusedRemedy:
    'Renew it for this host, with its whole chain. A proxy such as Caddy does that automatically.',
  proxyFails: 'The proxy at {setting}={address} returns {status}: it cannot reach this server.',
  proxyFailsRemedy: 'Let it forward to {port} on this machine, and check its log.',
  addressIsAnothers:
    'Another program responds at {setting}={address} ({status}), or another installation with other keys.',
  addressIsAnothersRemedy:
    'Let the proxy forward every path to {port} unchanged. Several processes need the same ENCRYPTION_KEYS.',
  bodyRewritten: 'A proxy or CDN at {address} changes request bodies, so signatures fail.',
  bodyRewrittenRemedy:
    'Turn off all rewriting, decompressing and reformatting of requests to /webhooks/ in the proxy or CDN.',
  headersEaten: 'A proxy or CDN at {address} removes these headers: {headers}.',
  headersEatenRemedy: 'Let the proxy or CDN forward all request headers unchanged.',
  forwardedMissing:
    'TRUST_PROXY is true, but the proxy at {address} does not send the client address (X-Forwarded-For).',
  forwardedMissingRemedy: 'Let the proxy set X-Forwarded-For. Without it, all clients share one rate limit.',
  proxyNotTrusted:
    'The proxy at {address} sends the client address, but TRUST_PROXY is off. All clients share one rate limit.',
  proxyNotTrustedRemedy: 'Set TRUST_PROXY=true.',

  diskNearlyFull: 'Only {megabytes} MB are free on the disk of {folder}.',
  diskNearlyFullRemedy: 'Free some space or move DATA_DIR to a larger disk. A full disk stops the database.',
  folderOfAnother: '{folder} belongs to the user with the ID {owner}, but this program runs as {own}.',
  folderOfAnotherRemedy:
    'Run it as the same user every time, or give the folder to that user: chown -R {own} {folder}.',
  folderClosed: 'This program cannot read and write {folder}.',
  folderClosedRemedy: 'Give the folder to the user who runs it: chown -R {own} {folder}, then chmod -R u+rwX {folder}.',

  databaseOld: 'The database is Postgres {version}. The oldest supported version is {wanted}.',
  databaseOldRemedy: 'Upgrade Postgres (pg_dump, a new server, pg_restore), then start again.',
  databaseDown: 'The database is not responding.',
  databaseDownRemedy: 'Start it, and check host, port and password in DATABASE_URL.',
  schemaNewer: 'Release {release} has changed the database (migration {migration}), and this is an older release.',
  schemaNewerRemedy: 'Start release {worksBackTo} or a newer one, or restore the backup from before the upgrade.',
  schemaEdited: 'The file of migration {migration} was changed after it was applied to this database.',
  schemaEditedRemedy: 'Restore the file as it was released.',
  keyMissing: 'The encryption key {id} is missing from {source}, but stored secrets need it.',
  keyMissingRemedy:
    'Restore it from your backup, after the other keys. If it is lost for good, write {id}:lost there. People then have to link their accounts again.',
  keyOther: 'The encryption key {id} in {source} differs from the one that this database used under that name.',
  keyOtherRemedy: 'Restore the earlier key, and put the new one in front of it under another name.',

  kickKeysWrong: 'Kick does not accept KICK_CLIENT_ID and KICK_CLIENT_SECRET.',
  kickKeysWrongRemedy: 'Copy both from your app at https://kick.com/settings/developer.',
  kickNeverPushed: 'Kick streams have started, but Kick has pushed nothing for a day.',
  kickNeverPushedRemedy:
    'At https://kick.com/settings/developer edit your app, turn on “Enable webhooks”, and enter {address} as “Webhook URL”.',
  twitchKeysWrong: 'Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.',
  twitchKeysWrongRemedy:
    'At https://dev.twitch.tv/console/apps open “Manage” for your app, copy “Client ID”, press “New Secret”, and set both.',
  youtubeKeyWrong: 'Google does not accept YOUTUBE_API_KEY.',
  youtubeKeyWrongRemedy:
    'At https://console.cloud.google.com/apis/credentials copy the key again, or press “Create credentials”, “API key”.',
  youtubeApiOff: 'The “YouTube Data API v3” is not switched on in the project of YOUTUBE_API_KEY.',
  youtubeApiOffRemedy:
    'Open https://console.cloud.google.com/apis/library/youtube.googleapis.com in that project and press “Enable”.',
  youtubeKeyRestricted: 'YOUTUBE_API_KEY cannot be used from here ({reason}).',
  youtubeKeyRestrictedRemedy:
    'Edit the key: “Application restrictions” must be none or this machine’s IP address, “API restrictions” must name “YouTube Data API v3”.',
  youtubeQuotaUsed: 'Today’s Google quota is used up. YouTube is paused until midnight in California.',
  youtubeQuotaUsedRemedy:
    'Wait, or ask Google for a larger quota (“Quotas & System Limits” of the API), and set YOUTUBE_DAILY_UNITS to it.',
  googleClientWrong:
    'Google does not accept YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET, so channels cannot be linked.',
  googleClientWrongRemedy:
    'At https://console.cloud.google.com/apis/credentials open the OAuth client (“Web application”) and copy both.',

  stripeKeyWrong: 'Stripe does not accept STRIPE_SECRET_KEY.',
  stripeKeyWrongRemedy: 'In the Stripe dashboard open “Developers”, “API keys”, and copy the secret key again.',
  stripeWebhookMissing: 'Stripe has no webhook for {address}, so payments do not reach us.',
  stripeWebhookMissingRemedy:
    'In the Stripe dashboard open “Developers”, “Webhooks”, add this endpoint, and set STRIPE_WEBHOOK_SECRET to its signing secret.',
  stripeWebhookOff: 'The webhook {address} is disabled in Stripe.',
  stripeWebhookOffRemedy: 'In the Stripe dashboard open “Developers”, “Webhooks”, choose it, and press “Enable”.',
  stripeEventsMissing: 'The webhook in Stripe lacks these events: {events}.',
  stripeEventsMissingRemedy: 'In the Stripe dashboard open “Developers”, “Webhooks”, edit the endpoint, and add them.',
  topggSecretWrong: 'TOPGG_WEBHOOK_SECRET does not begin with whs_, so it is not a webhook secret.',
  topggSecretWrongRemedy:
    'On your bot’s page at top.gg open “Webhooks” and copy the webhook’s secret. A password for the older version belongs in TOPGG_WEBHOOK_PASSWORD.',

  s3Refused: 'The file storage at {address} does not accept S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  s3RefusedRemedy: 'Let this key list, read, write and delete in the bucket, and check S3_REGION.',
  s3NoBucket: 'The bucket {bucket} does not exist at {address}.',
  s3NoBucketRemedy: 'Create it, or correct S3_BUCKET.',
  filesApart:
    'The processes on this database store files in different folders, so they cannot read each other’s files.',
  filesApartRemedy:
    'Set S3_ENDPOINT and the other S3_ values for every process, or use the same DATA_DIR for all of them.',
};
