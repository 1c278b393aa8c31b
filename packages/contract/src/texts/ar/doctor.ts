import type { Texts } from '../index.ts';

export const doctor = {
  discordTitle: 'Discord',
  addressesTitle: 'العناوين',
  dashboardTitle: 'عنوان لوحة التحكم',
  machineTitle: 'القرص ومجلد البيانات',
  databaseTitle: 'قاعدة البيانات',
  keysTitle: 'مفاتيح التشفير',
  kickTitle: 'Kick',
  twitchTitle: 'Twitch',
  youtubeTitle: 'YouTube',
  stripeTitle: 'Stripe',
  votesTitle: 'top.gg',
  filesTitle: 'تخزين الملفات',
  backupTitle: 'النسخ الاحتياطية',

  backupBucket: 'لا يمكن استخدام حاوية النسخ الاحتياطية. {reason}',
  backupBucketRemedy: 'صحّح BACKUP_DIR وإعدادات S3_. تحتاج المفاتيح إلى سرد الملفات هناك وقراءتها وكتابتها وحذفها.',
  backupFolder: 'لا يمكن الكتابة في {folder}، لذلك لا تُصنع نسخة احتياطية.',
  backupFolderRemedy: 'اختر مجلدًا آخر في BACKUP_DIR، أو امنح هذا المجلد للمستخدم الذي يشغّل البرنامج.',
  backupNone: 'لا توجد نسخة احتياطية بعد في {folder}.',
  backupNoneRemedy: 'شغّل npm run backup. تأكد من إمكان الكتابة في BACKUP_DIR، واقرأ سجل الخادم عند 1:23 بتوقيت UTC.',
  backupOld: 'عمر آخر نسخة احتياطية {days} من الأيام.',
  backupOldRemedy:
    'اقرأ سجل الخادم عند 1:23 بتوقيت UTC. تأكد من أن العامل يعمل، ومن إمكان الكتابة في {folder}، ومن تثبيت pg_dump. ثم شغّل npm run backup.',

  worldDown: 'لا يجيب {world} ({reason}).',
  worldDownRemedy: 'تحقق من اتصال هذا الجهاز وDNS وجدار الحماية، ومن صفحة حالة {world}. المفاتيح لا تحتاج إلى تغيير.',
  worldLimits: '{world} يجيب، لكنه يرفض هذا الجهاز مؤقتًا: استدعاءات كثيرة جدًا (429).',
  worldLimitsRemedy:
    'انتظر بضع دقائق ثم أعد الفحص. إن استمر ذلك فهناك برنامج أو عملية أخرى تستخدم المفاتيح نفسها أو العنوان نفسه.',
  late: 'لم يحصل الفحص «{check}» على جواب في الوقت المحدد.',
  lateRemedy: 'أعد الفحص. إن بقي بلا جواب فانظر في سجل الخادم قرب هذا الوقت.',

  wrongToken: 'لا يقبل Discord القيمة في DISCORD_TOKEN.',
  wrongTokenRemedy:
    'افتح تطبيقك على https://discord.com/developers/applications ثم «Bot»، واضغط «Reset Token»، وضع الرمز الجديد في DISCORD_TOKEN.',
  tokenHasPrefix: 'تبدأ DISCORD_TOKEN بالكلمة «Bot »، وهي ليست جزءًا من الرمز.',
  tokenHasPrefixRemedy: 'احذف هذه الكلمة: لا يوضع في DISCORD_TOKEN إلا الرمز نفسه.',
  notAToken: 'ما في DISCORD_TOKEN ليس رمز بوت: للرمز ثلاثة أجزاء بينها نقاط.',
  notATokenRemedy:
    'الرمز في صفحة «Bot» من تطبيقك («Reset Token»). أما مفاتيح «General Information» و«OAuth2» فهي غيره.',
  wrongClientId: 'قيمة DISCORD_CLIENT_ID هي {given}، لكن الرمز يخص التطبيق {real}.',
  wrongClientIdRemedy: 'اجعل DISCORD_CLIENT_ID={real}، أو استخدم رمز التطبيق الآخر.',
  wrongClientSecret: 'لا يقبل Discord القيمة في DISCORD_CLIENT_SECRET، فلا يستطيع أحد تسجيل الدخول.',
  wrongClientSecretRemedy:
    'في بوابة المطورين افتح «OAuth2»، واضغط «Reset Secret»، وضع السر الجديد في DISCORD_CLIENT_SECRET.',
  intentOff: '«{intent}» غير مفعّل، فتبقى الميزات التي تحتاجه صامتة.',
  intentOffRemedy:
    'في بوابة المطورين افتح «Bot»، وفعّل «{intent}» تحت «Privileged Gateway Intents»، واحفظ، ثم أعد التشغيل.',
  redirectMissing: 'لا يعرف Discord عنوان العودة {address}.',
  redirectMissingRemedy: 'في بوابة المطورين افتح «OAuth2»، وأضف {address} تحت «Redirects» كما هو تمامًا، واحفظ.',
  codeGrantOn: '«Requires OAuth2 Code Grant» مفعّل، فلا يستطيع أحد دعوة البوت.',
  codeGrantOnRemedy: 'في بوابة المطورين افتح «Bot»، وأوقف «Requires OAuth2 Code Grant»، واحفظ.',
  notPublic: '«Public Bot» متوقف، فلا يستطيع دعوة البوت أحد غيرك.',
  notPublicRemedy: 'في بوابة المطورين افتح «Bot»، وفعّل «Public Bot»، واحفظ.',
  foreignEndpoint: 'يرسل Discord الأوامر إلى {address}، فلا يصل منها شيء إلى هذا البوت.',
  foreignEndpointRemedy:
    'في بوابة المطورين افتح «General Information» وأفرغ «Interactions Endpoint URL»، أو اجعل هنا DISCORD_INTERACTIONS=http.',
  wrongPublicKey: 'DISCORD_PUBLIC_KEY ليس مفتاح هذا التطبيق.',
  wrongPublicKeyRemedy:
    'انسخ «Public Key» من «General Information» في بوابة المطورين، أو اترك DISCORD_PUBLIC_KEY فارغًا.',
  noStartsLeft: 'استنفد البوت مرات البدء التي يسمح بها Discord في اليوم، وهي {total}.',
  noStartsLeftRemedy:
    'يسمح Discord بمرات جديدة بعد {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}. ابحث في السجل عما يعيد تشغيل البوت كثيرًا.',
  tokenElsewhere:
    'رفض Discord خلال عشر دقائق {count, plural, zero {# استدعاء} one {استدعاءً واحدًا} two {استدعاءين} few {# استدعاءات} many {# استدعاءً} other {# استدعاء}} لا تعود إلى هذا التثبيت وحده: تثبيت آخر يستخدم رمز البوت نفسه.',
  tokenElsewhereRemedy:
    'أوقف التثبيت الآخر، أو خصّص له تطبيقًا مستقلًا. تحتاج كل عمليات هذا التثبيت إلى DATABASE_URL نفسه، وإلى CALLS_PER_SECOND لا يتجاوز ما يسمح به Discord (50).',
  turnedAway: 'يرد Discord كل ما يأتي من هذا العنوان (الجواب {status}).',
  turnedAwayRemedy:
    'هكذا يجيب عن كثرة الطلبات المرفوضة: أوقف البوت ساعة. وإن كان غيرك يشاركك هذا العنوان فاطلب من مضيفك عنوانًا آخر.',
  noSupportServer: 'البوت ليس في الخادم {id} المذكور في SUPPORT_SERVER_ID.',
  noSupportServerRemedy: 'ادعُ البوت إليه، أو اترك SUPPORT_SERVER_ID فارغًا.',
  supportServerClosed: 'لا يُسمح للبوت بدعوة الناس إلى الخادم {id} المذكور في SUPPORT_SERVER_ID.',
  supportServerClosedRemedy: 'امنح رتبة البوت «Create Invite» في ذلك الخادم.',
  clockOff:
    'ساعة هذا الجهاز منحرفة بمقدار {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  clockOffRemedy: 'فعّل مزامنة الوقت (مع systemd: timedatectl set-ntp true)، وإلا رُفضت التواقيع.',
  clockFarOff: 'بحسب ساعة هذا الجهاز، شهادة {world} غير صالحة الآن ({reason}).',
  clockFarOffRemedy: 'صحّح التاريخ والوقت (مع systemd: timedatectl set-ntp true)، وإلا فانظر صفحة حالة {world}.',

  publicApiMissing: 'لم تُضبط PUBLIC_API_URL، مع أن {setting} يحتاج إلى طلبات من الخارج.',
  publicApiMissingRemedy: 'اجعل PUBLIC_API_URL عنوان https الذي يمرر منه الوكيل الطلبات إلى API_PORT.',
  publicApiPrivate: 'لا يمكن الوصول من الخارج إلى PUBLIC_API_URL={address}.',
  publicApiPrivateRemedy: 'اجعله عنوان https عامًا، أو اتركه فارغًا: عندها تُسأل المنصات ولا ترسل شيئًا بنفسها.',
  publicApiNotHttps: 'PUBLIC_API_URL={address} ليس https، ولا ترسل Discord وKick وTwitch وStripe إلا إلى https.',
  publicApiNotHttpsRemedy: 'ضع وكيلًا له شهادة أمام API_PORT، واكتب https:// في PUBLIC_API_URL.',
  twitchPort: 'لا ترسل Twitch إلا إلى https على المنفذ 443، وقيمة PUBLIC_API_URL هي {address}.',
  twitchPortRemedy: 'اجعل الوكيل يستمع على المنفذ 443، واحذف المنفذ من PUBLIC_API_URL.',
  addressUnknown: 'لا يعرف أي خادم DNS مضيف {setting}={address}.',
  addressUnknownRemedy: 'أضف سجل A أو AAAA يشير إلى العنوان العام لهذا الجهاز، أو صحّح {setting}.',
  addressSilent: 'لا يجيب شيء على {setting}={address} ({reason}).',
  addressSilentRemedy: 'شغّل الوكيل، وافتح المنفذ في جدار الحماية، واجعله يمرر الطلبات إلى {port}.',
  certificateRefused: 'شهادة {setting}={address} غير صالحة ({reason}).',
  certificateRefusedRemedy: 'جدّدها بسلسلتها كاملة ولهذا المضيف. وكيل مثل Caddy يفعل ذلك بنفسه.',
  proxyFails: 'يجيب الوكيل على {setting}={address} بالرمز {status}: لا يصل إلينا.',
  proxyFailsRemedy: 'اجعله يمرر الطلبات إلى {port} على هذا الجهاز، وانظر في سجله.',
  addressIsAnothers: 'يجيب على {setting}={address} برنامج آخر ({status})، أو تثبيت آخر بمفاتيح أخرى.',
  addressIsAnothersRemedy:
    'اجعل الوكيل يمرر كل مسار إلى {port} بلا تغيير. وتحتاج العمليات المتعددة إلى ENCRYPTION_KEYS نفسها.',
  bodyRewritten: 'شيء بين {address} وبيننا يغيّر محتوى الطلبات، فتصبح كل التواقيع خاطئة.',
  bodyRewrittenRemedy: 'أوقف في الوكيل أو CDN كل ما يعيد كتابة الطلبات أو فك ضغطها أو تنسيقها تحت /webhooks/.',
  headersEaten: 'شيء بين {address} وبيننا يحذف هذه الترويسات: {headers}.',
  headersEatenRemedy: 'اجعل الوكيل أو CDN يمرر كل ترويسات الطلب بلا تغيير.',
  forwardedMissing: 'TRUST_PROXY مضبوط على true، لكن الوكيل على {address} لا يخبر من الطالب (X-Forwarded-For).',
  forwardedMissingRemedy: 'اجعل الوكيل يضع X-Forwarded-For: من دونه يتشارك كل الطالبين حدًا واحدًا.',
  proxyNotTrusted: 'يخبر الوكيل على {address} من الطالب، لكنه لا يُصدَّق، فيتشارك كل الطالبين حدًا واحدًا.',
  proxyNotTrustedRemedy: 'اجعل TRUST_PROXY=true.',

  diskNearlyFull: 'لم يبقَ إلا {megabytes} م.ب. حيث يوجد {folder}.',
  diskNearlyFullRemedy: 'أفرغ بعض المساحة أو انقل DATA_DIR إلى قرص أكبر. القرص الممتلئ يوقف قاعدة البيانات.',
  folderOfAnother: 'يملك {folder} المستخدم ذو الرقم {owner}، وهذا البرنامج يعمل بالرقم {own}.',
  folderOfAnotherRemedy: 'شغّله بالمستخدم نفسه دائمًا، أو أعطِ المجلد لذلك المستخدم: chown -R {own} {folder}.',
  folderClosed: 'لا يُسمح لهذا البرنامج بالقراءة والكتابة في {folder}.',
  folderClosedRemedy: 'أعطِ المجلد للمستخدم الذي يشغّله: chown -R {own} {folder}، ثم chmod -R u+rwX {folder}.',

  databaseOld: 'قاعدة البيانات Postgres {version}، وأقدم إصدار يعمل هو {wanted}.',
  databaseOldRemedy: 'رقِّ Postgres (pg_dump ثم خادم جديد ثم pg_restore)، ثم أعد التشغيل.',
  databaseDown: 'لا تجيب قاعدة البيانات.',
  databaseDownRemedy: 'شغّلها، وتحقق من المضيف والمنفذ وكلمة المرور في DATABASE_URL.',
  schemaNewer: 'غيّر الإصدار {release} قاعدةَ البيانات (الترحيل {migration})، وهذا إصدار أقدم.',
  schemaNewerRemedy: 'شغّل الإصدار {worksBackTo} أو أحدث منه، أو استعد النسخة الاحتياطية التي سبقت الترقية.',
  schemaEdited: 'تغيّر ملف الترحيل {migration} بعد أن طُبّق على قاعدة البيانات هذه.',
  schemaEditedRemedy: 'أعد الملف كما صدر.',
  keyMissing: 'مفتاح التشفير {id} غير موجود في {source}، وبه خُتمت أسرار محفوظة.',
  keyMissingRemedy:
    'أعده من نسختك الاحتياطية خلف المفاتيح الأخرى. وإن ضاع نهائيًا فاكتب هناك {id}:lost، وعندها يعيد الناس ربط حساباتهم.',
  keyOther: 'مفتاح التشفير {id} في {source} ليس المفتاح الذي تعرفه قاعدة البيانات بهذا الاسم.',
  keyOtherRemedy: 'أعد المفتاح السابق، وأعطِ الجديد اسمًا آخر أمامه.',

  kickKeysWrong: 'لا يقبل Kick القيمتين KICK_CLIENT_ID وKICK_CLIENT_SECRET.',
  kickKeysWrongRemedy: 'انسخهما من تطبيقك على https://kick.com/settings/developer.',
  kickNeverPushed: 'بدأت بثوث على Kick، لكن Kick لم يرسل شيئًا منذ يوم.',
  kickNeverPushedRemedy:
    'على https://kick.com/settings/developer عدّل تطبيقك، وفعّل «Enable webhooks»، وأدخل {address} في «Webhook URL».',
  twitchKeysWrong: 'لا يقبل Twitch القيمتين TWITCH_CLIENT_ID وTWITCH_CLIENT_SECRET.',
  twitchKeysWrongRemedy:
    'على https://dev.twitch.tv/console/apps افتح «Manage» لتطبيقك، وانسخ «Client ID»، واضغط «New Secret»، واضبطهما معًا.',
  youtubeKeyWrong: 'لا تقبل Google القيمة في YOUTUBE_API_KEY.',
  youtubeKeyWrongRemedy:
    'على https://console.cloud.google.com/apis/credentials انسخ المفتاح من جديد، أو اضغط «Create credentials» ثم «API key».',
  youtubeApiOff: '«YouTube Data API v3» غير مفعّل في مشروع YOUTUBE_API_KEY.',
  youtubeApiOffRemedy:
    'افتح https://console.cloud.google.com/apis/library/youtube.googleapis.com في ذلك المشروع واضغط «Enable».',
  youtubeKeyRestricted: 'لا يجوز استخدام YOUTUBE_API_KEY من هنا ({reason}).',
  youtubeKeyRestrictedRemedy:
    'عدّل المفتاح: يجب أن تكون «Application restrictions» بلا قيود أو عنوان IP لهذا الجهاز، وأن تذكر «API restrictions» واجهة «YouTube Data API v3».',
  youtubeQuotaUsed: 'نفدت الوحدات التي تمنحها Google لهذا اليوم؛ لا يُسأل YouTube حتى منتصف الليل في كاليفورنيا.',
  youtubeQuotaUsedRemedy:
    'انتظر، أو اطلب من Google حصة أكبر («Quotas & System Limits» للواجهة)، واضبط YOUTUBE_DAILY_UNITS عليها.',
  googleClientWrong: 'لا تقبل Google القيمتين YOUTUBE_CLIENT_ID وYOUTUBE_CLIENT_SECRET، فلا يستطيع أحد ربط قناة.',
  googleClientWrongRemedy:
    'على https://console.cloud.google.com/apis/credentials افتح عميل OAuth من نوع «Web application» وانسخ القيمتين.',

  stripeKeyWrong: 'لا تقبل Stripe القيمة في STRIPE_SECRET_KEY.',
  stripeKeyWrongRemedy: 'في صفحات Stripe افتح «Developers» ثم «API keys»، وانسخ المفتاح السري من جديد.',
  stripeWebhookMissing: 'ليس لدى Stripe نقطة Webhook للعنوان {address}، فلا تخبرنا بأي دفعة.',
  stripeWebhookMissingRemedy:
    'في صفحات Stripe افتح «Developers» ثم «Webhooks»، وأضف هذه النقطة، وضع سر توقيعها في STRIPE_WEBHOOK_SECRET.',
  stripeWebhookOff: 'نقطة Webhook للعنوان {address} معطّلة لدى Stripe.',
  stripeWebhookOffRemedy: 'في صفحات Stripe افتح «Developers» ثم «Webhooks»، واخترها، واضغط «Enable».',
  stripeEventsMissing: 'نقطة Webhook لدى Stripe تترك هذه الأحداث: {events}.',
  stripeEventsMissingRemedy: 'في صفحات Stripe افتح «Developers» ثم «Webhooks»، وعدّل النقطة، وأضف الأحداث.',
  topggSecretWrong: 'لا تبدأ TOPGG_WEBHOOK_SECRET بـ whs_، فهي ليست سر Webhook.',
  topggSecretWrongRemedy:
    'في صفحة بوتك على top.gg افتح «Webhooks» وانسخ سر الـ Webhook. أما كلمة مرور الطريقة القديمة فمكانها TOPGG_WEBHOOK_PASSWORD.',

  s3Refused: 'يرفض تخزين الملفات على {address} القيمتين S3_ACCESS_KEY_ID وS3_SECRET_ACCESS_KEY.',
  s3RefusedRemedy: 'امنح هذا المفتاح حق السرد والقراءة والكتابة والحذف في الحاوية، وتحقق من S3_REGION.',
  s3NoBucket: 'لا توجد حاوية {bucket} على {address}.',
  s3NoBucketRemedy: 'أنشئها، أو صحّح S3_BUCKET.',
  filesApart: 'تخزّن العمليات التي تستخدم قاعدة البيانات هذه الملفات في مجلدات مختلفة، فلا تقرأ إحداها ملفات الأخرى.',
  filesApartRemedy: 'اضبط S3_ENDPOINT وبقية قيم S3_ لكل العمليات، أو اجعلها كلها تشترك في DATA_DIR واحد.',
} satisfies Texts['doctor'];
