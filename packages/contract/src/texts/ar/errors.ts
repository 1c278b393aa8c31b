import type { ErrorCode } from '../../wire/errors.ts';

export const errors = {
  badRequest: 'تعذّر فهم الطلب.',
  badCursor: 'لا توجد هذه الصفحة في القائمة. أعد تحميلها من البداية.',
  malformedJson: 'محتوى الطلب ليس JSON صالحًا.',
  invalidFields: 'بعض الحقول غير صالحة.',
  unsupportedMediaType: 'أرسل المحتوى بصيغة {expected}.',
  idempotencyKeyReused: 'كان طلب سابق بمفتاح Idempotency-Key هذا مختلفًا، وربما نُفّذ. تحقق قبل إرسال طلب آخر.',
  callStillRunning: 'محاولتك الأولى ما زالت قيد التنفيذ. انتظر نصف دقيقة ثم حاول مرة أخرى.',
  notLoggedIn: 'يرجى تسجيل الدخول أولًا.',
  sessionExpired: 'انتهت جلستك، يرجى تسجيل الدخول مرة أخرى.',
  loginFailed: 'لم يقبل ديسكورد تسجيل الدخول هذا. يرجى المحاولة مرة أخرى.',
  notAllowed: 'ليست لديك صلاحية للقيام بذلك.',
  blacklisted: 'لا يمكن لهذا الحساب أو الخادم استخدام الخدمة. تواصل مع الدعم إن كنت تظن أن هذا خطأ.',
  badOrigin: 'لم يأتِ هذا الطلب من موقعنا.',
  premiumRequired: 'تتطلب ميزة {flag} اشتراك {tier}.',
  planLimit: `{what, select,
    giveawayLength {تسمح خطتك بسحوبات مدتها حتى {length}.}
    giveawayWinners {تسمح خطتك للسحب الواحد بـ {limit, plural, zero {# فائز} one {فائز واحد} two {فائزين} few {# فائزين} many {# فائزًا} other {# فائز}}.}
    giveawayRequirements {تسمح خطتك للسحب الواحد بـ {limit, plural, zero {# شرط} one {شرط واحد} two {شرطين} few {# شروط} many {# شرطًا} other {# شرط}}.}
    giveawaysAtOnce {تسمح خطتك بـ {limit, plural, zero {# سحب} one {سحب واحد} two {سحبين} few {# سحوبات} many {# سحبًا} other {# سحب}} في الوقت نفسه. أنهِ واحدًا أو جدول هذا لوقت لاحق.}
    giveawaySchedule {تسمح خطتك بجدولة السحب قبل موعده بمدة حتى {length}.}
    streamers {أقصى ما تسمح به خطتك من صنّاع المحتوى على هذه المنصة: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    overrides {أقصى ما تسمح به خطتك من القواعد: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    stickyMessages {أقصى ما تسمح به خطتك من الرسائل المثبتة: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    starboards {أقصى ما تسمح به خطتك من لوحات النجوم: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    linkedRoles {أقصى ما تسمح به خطتك من قواعد الرتب المرتبطة: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    autoLiveRoles {أقصى ما تسمح به خطتك من رتب البث: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    statusRoles {أقصى ما تسمح به خطتك من رتب الحالة: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
    other {أقصى ما تسمح به خطتك: {limit, number}. احذف واحدًا أو رقِّ خطتك لإضافة المزيد.}
  }`,
  graceCeiling:
    'تنتظر باقتك عودة البث {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}} كحد أقصى.',
  billingOff: 'لا يُباع شيء على هذا الخادم. يمكن لفريقه أن يمنحك خطة يدويًا.',
  cardDeclined: 'رفض البنك البطاقة، فلم يتغير شيء ولم يُخصم أي مبلغ. جرّب وسيلة دفع أخرى.',
  cardAsksOwner:
    'يطلب بنكك تأكيد هذه الدفعة، وهذا لا يعمل إلا في صفحة الدفع. لم يتغير شيء ولم يُخصم أي مبلغ. اختر وسيلة دفع أخرى ثم حاول مجددًا.',
  alreadySubscribed: 'يوجد اشتراك لهذا بالفعل. عدّله بدلًا من شراء اشتراك آخر.',
  notForSale: 'لا يمكن شراء هذه الخطة.',
  mustPayFirst: 'لم تنجح عملية الدفع الأخيرة. حدّث وسيلة الدفع أولًا.',
  noServerPremium: 'لا تتضمن خطتك ترقية Server Premium يمكنك منحها لخادم.',
  alreadyPremium: 'هذا الخادم لديه Premium بالفعل.',
  movedRecently: 'يمكن نقل ترقية Server Premium الخاصة بخطتك كل 7 أيام: المرة القادمة في {date}.',
  subscriptionNotFound: 'ليس لديك اشتراك كهذا.',
  unknownCall: 'لا يوجد طلب كهذا.',
  notFound: 'هذا غير موجود.',
  serverNotFound: 'لم يُعثر على الخادم',
  userNotFound: 'هذا المستخدم غير موجود.',
  streamerNotFound: 'لا يتابع هذا الخادم {name}.',
  overrideNotFound: 'لا توجد قاعدة تجاوز بالأولوية {priority, number}.',
  liveRoleNotFound: 'لم تعد هذه الرتبة في القائمة.',
  liveRoleTaken: 'هذه الرتبة موجودة في القائمة مسبقًا.',
  creatorNotFound: 'لا يوجد صانع محتوى كهذا في هذا الخادم.',
  docNotFound: 'لا توجد صفحة كهذه في الدليل.',
  faqNotFound: 'لا يوجد سؤال كهذا.',
  faqNeedsBoth: 'السؤال والجواب كلاهما مطلوب.',
  tooManyFaq:
    'لا يمكن أن يزيد العدد على {limit, plural, zero {# سؤال} one {سؤال واحد} two {سؤالين} few {# أسئلة} many {# سؤالًا} other {# سؤال}}.',
  pictureNeedsWords: 'هناك صورة بلا وصف لمن لا يراها. اكتب ما تُظهره بين القوسين: ⁦![هنا](…)⁩.',
  fileTooNew: 'أنشأ إصدار أحدث من Tally هذا الملف. حدّث هذا التثبيت أولًا.',
  notAFile: 'هذا ليس ملف إعدادات من Tally.',
  fileTaken: 'يوجد ملف بهذا الاسم. استبدله أو اختر اسمًا آخر.',
  fileUnlike: 'ليس هذا الملف ما يقوله اسمه: لم يُعثر فيه على {type} تمكن قراءته.',
  fileSvg: 'لا نقبل ملفات SVG لأنها قد تحتوي على شيفرة. احفظ الصورة بصيغة PNG ثم ارفعها.',
  fileTwofold: 'هذا الملف نوعان من الملفات في آن واحد، فلم يُقبل.',
  pictureTooLarge: 'في هذه الصورة بكسلات أكثر من اللازم. صغّرها، أو قصّر الصورة المتحركة.',
  notAPicture: 'هذا الملف ليس صورة يمكن قراءتها. ارفع ملف PNG أو JPEG أو WebP أو GIF.',
  tooManyTemplates:
    'يمكن أن يكون في الخادم {limit, plural, zero {# قالب} one {قالب واحد} two {قالبان} few {# قوالب} many {# قالبًا} other {# قالب}} على الأكثر. احذف واحدًا أولًا.',
  tooManyPictures:
    'يخزّن هذا الخادم {limit, plural, zero {# صورة} one {صورة واحدة} two {صورتين} few {# صور} many {# صورة} other {# صورة}}، وهذا أقصى عدد مسموح. احذف سحوبات قديمة أو أدخل عنوان صورة.',
  picturesFull: 'تشغل صور هذا الخادم {max}، وهذا أقصى حجم مسموح. احذف سحوبات قديمة أو ارفع صورة أصغر.',
  tooManyFiles:
    'لا يمكن أن يزيد العدد على {limit, plural, zero {{limit} ملف} one {ملف واحد} two {ملفين} few {{limit} ملفات} many {{limit} ملفًا} other {{limit} ملف}}. احذف بعضها أولًا.',
  notYourself: 'لا يمكنك فعل هذا بنفسك.',
  ownersOnly: 'لا يستطيع ذلك إلا مالك هذا التثبيت.',
  banOver: 'مضى هذا الوقت. اختر وقتًا لاحقًا من فضلك.',
  banNotFound: 'يمكنهم استخدام الخدمة من قبل.',
  wishNotFound: 'حُذف هذا أو لم يوجد قط.',
  wishSaysNothing: 'اكتبه بالكلمات من فضلك.',
  wishNeedsReason: 'اذكر السبب من فضلك، ليفهم من يريدون ذلك.',
  wishIsWanted: 'آخرون يريدون هذا أيضًا أو كتبوا عنه. اطلب من الفريق حذفه من فضلك.',
  cannotMerge: 'لا يمكن دمج هذين.',
  tooManyWishes:
    'يمكنك كتابة {limit, plural, zero {# منشور} one {منشور واحد} two {منشورين} few {# منشورات} many {# منشورًا} other {# منشور}} في اليوم على الأكثر. عد غدًا من فضلك.',
  tooManyComments:
    'يمكنك كتابة {limit, plural, zero {# تعليق} one {تعليق واحد} two {تعليقين} few {# تعليقات} many {# تعليقًا} other {# تعليق}} في اليوم على الأكثر. عد غدًا من فضلك.',
  accountTooYoung:
    'يجب أن يكون عمر حساب ديسكورد {days, plural, zero {# يوم} one {يومًا واحدًا} two {يومين} few {# أيام} many {# يومًا} other {# يوم}} للمشاركة هنا. حسابك يبلغ ذلك في {date}.',
  questionSaysNothing: 'اكتب سؤالك بالكلمات من فضلك.',
  questionAnswered: 'أُجيب عن هذا السؤال من قبل.',
  tooManyOpenQuestions:
    'لديك {limit, plural, zero {# سؤال} one {سؤال واحد} two {سؤالان} few {# أسئلة} many {# سؤالًا} other {# سؤال}} بانتظار الجواب. انتظر حتى يصل إليها الفريق.',
  tooManyQuestions:
    'يمكنك طرح {limit, plural, zero {# سؤال} one {سؤال واحد} two {سؤالين} few {# أسئلة} many {# سؤالًا} other {# سؤال}} في اليوم كحد أقصى. عد غدًا من فضلك.',
  noSuchChannel: 'لا توجد قناة باسم {name} على {platform}. يمكنك لصق رابط القناة بدلًا من ذلك.',
  noSuchChannelButNear: 'لا توجد قناة باسم {name} على {platform}. هل تقصد {near}؟ يمكنك أيضًا لصق رابط القناة.',
  severalChannels: 'الاسم {name} على {platform} هو اسم مستخدم واسم قناة معًا. الصق رابط ما تقصده: {links}',
  platformHasNoVideos: 'لا توجد فيديوهات على {platform}، لذلك لا يمكن الإعلان أو التجربة إلا للبثوث.',
  linkOfOtherPlatform: 'هذا رابط إلى {other} وليس إلى {platform}. أضفه ضمن {other}.',
  channelIsPrivate: 'حساب {name} على {platform} خاص، فلا يرى بثّه المباشر إلا متابعوه.',
  contentHidden:
    'يخفي Discord رسائل البوتات الأخرى عن هذا البوت. يستطيع مالك هذا التثبيت تفعيل Message Content Intent.',
  historyHidden: 'لا يستطيع البوت قراءة {channels}. امنحه هناك: {permissions}.',
  moveBusy: 'يقرأ شخص آخر المنشورات في هذا الخادم الآن. حاول مجددًا بعد دقيقة.',
  chatsFull: 'نتابع الآن أكبر عدد من محادثات {platform} تسمح به المنصة. حاول لاحقًا.',
  chatNotHeard: 'لا يستطيع هذا التثبيت متابعة محادثات {platform}.',
  platformOff: '{platform} غير مُعَدّة في هذا التثبيت، فلا يمكن إضافة أحد هناك.',
  methodNotAllowed: 'لا يوجد طلب كهذا.',
  linkNotBegun: 'لم يبدأ تسجيل الدخول هذا من هنا، أو استُخدم من قبل، أو مضى عليه أكثر من عشر دقائق. ابدأ من جديد.',
  linkRefused: 'لم تقبل {platform} تسجيل الدخول هذا. حاول مرة أخرى.',
  linkWithoutChannel: 'لا توجد قناة على {platform} لهذا الحساب. اختر الحساب الذي تتبع له قناتك.',
  linkNeedsAddress: 'لا توجد في {platform} صفحة تسجيل دخول لهذا الغرض. الصق عنوان واجهة API لقناتك بدلًا من ذلك.',
  apiAddressRefused: 'لا تعرف Rumble عنوان API هذا. انسخ العنوان كاملًا مرة أخرى من حسابك في Rumble.',
  accountTaken: 'حساب {platform} هذا مربوط بحساب Discord آخر، ويجب فك ربطه هناك أولًا.',
  otherAccountLinked: 'لديك حساب {platform} آخر مربوط. فك ربطه أولًا.',
  notLinked: 'لم تربط أي حساب {platform}.',
  noChatToType:
    'لا يتابع أي من خوادمك صانع محتوى على {platform}، فلا توجد دردشة يُقرأ فيها الرمز. سجّل الدخول بدلًا من ذلك.',
  linkingOff: 'ربط حسابات {platform} غير مُعدّ في هذا التثبيت.',
  linkPlatformDown: 'لا تستجيب {platform} الآن. حاول بعد قليل.',
  conflict: 'لا يمكن القيام بذلك في الحالة الراهنة.',
  voteNeeded: 'يُرجى التصويت أولًا: {url}. يبقى صوتك صالحًا مدة 12 ساعة.',
  syncYourself: 'استخدم `/sync` دون اختيار عضو لمزامنة رتبك أنت.',
  linkedRuleNotFound: 'لم تعد هناك قاعدة لهذه الرتبة.',
  linkedRuleTaken: 'توجد قاعدة لهذه الرتبة بالفعل.',
  wrongDiscordAccount: 'وافقت بحساب Discord غير الحساب الذي سجلت الدخول به هنا.',
  noChannelChosen: 'اختر قناة لـ {name} أولًا.',
  alreadyExists: 'هذا موجود بالفعل.',
  alreadyFollowed: 'يتابع هذا الخادم {name} بالفعل.',
  notFollowedYet: 'لا يتابع هذا الخادم {name} على {platform} بعد. أضفه إلى الإشعارات أولًا.',
  partOfAnotherCreator: 'ينتمي {name} بالفعل إلى {creator}. أخرجه من هناك أولًا.',
  tooManyCreators: 'يمكن أن يكون في الخادم {limit, number} من صنّاع المحتوى على الأكثر. فكّك واحدًا منهم أولًا.',
  creatorNeedsChannels: 'اختر قناة واحدة على الأقل لصانع المحتوى هذا.',
  priorityTaken: 'توجد بالفعل قاعدة تجاوز بالأولوية {priority, number}. لكل قاعدة أولوية خاصة بها.',
  birthdayNotSaid: 'حدّد تاريخ ميلادك أولًا.',
  birthdayIsSaid:
    'لا يمكن تحديد تاريخ الميلاد إلا مرة واحدة. إذا كان خاطئًا فاطلب من فريق الدعم تصحيحه، وبعد إزالته انتظر 30 يومًا.',
  changedMeanwhile: 'غيّر شخص آخر هذا في هذه الأثناء. أعد التحميل لرؤية نسخته.',
  notAKickLink: 'هذا ليس رابطًا لقناة أو مقطع أو تسجيل على kick.com.',
  giveawayNotFound: 'لا يوجد سحب كهذا.',
  giveawayEnded: 'انتهى هذا السحب.',
  giveawayNotEnded: 'لم ينتهِ هذا السحب بعد.',
  giveawayFull: 'اكتمل عدد المشاركين في هذا السحب.',
  termsFrozen:
    'شارك أحدهم بالفعل، لذا لا يمكن إلا تسهيل الشروط: موعد انتهاء لاحق أو فائزون أكثر أو نص آخر أو صورة أخرى.',
  noEntries: 'لم يشارك أحد، فلا يوجد من يُسحب اسمه.',
  winnerRoleDangerous: 'تمنح هذه الرتبة صلاحيات على الخادم، لذا لا يجوز الفوز بها. اختر رتبة دون صلاحيات.',
  notAWinner: 'لا يستطيع استلام الجائزة إلا الفائز.',
  claimOver: 'انتهى وقت الاستلام.',
  alreadyClaimed: 'تم استلام هذه الجائزة بالفعل.',
  proofNotYet: 'لا يوجد ما يمكن التحقق منه بعد.',
  mediaRoomNotFound: 'لا أحد بهذا الاسم لديه مشاركة وسائط.',
  mediaItemNotFound: 'لا يوجد طلب كهذا.',
  mediaItemGone: 'لم يعد هذا الطلب في الانتظار.',
  mediaRefused: 'لا يمكن طلب هذا المقطع.',
  mediaClosed: 'مشاركة الوسائط مغلقة الآن.',
  mediaWhose: 'حدّد لبثّ من هذا.',
  mediaPasswordWrong: 'يلزم هنا كلمة مرور، وهذه غير صحيحة.',
  mediaPasswordTries: 'محاولات خاطئة كثيرة. حاول بعد عشر دقائق.',
  mediaNoAddress: 'ليس للمشغّل عنوان بعد. أنشئ واحدًا أولًا.',
  mediaNothingToBan: 'لا يُعرف أحد ولا شيء بهذا الاسم. تحقق من كتابته.',
  mediaBanYourself: 'لا يمكن حظرك من مشاركة الوسائط الخاصة بك.',
  mediaTooManyFillers:
    'قائمة التشغيل الاحتياطية ممتلئة: {most, plural, zero {# فيديو} one {فيديو واحد} two {فيديوهان} few {# فيديوهات} many {# فيديو} other {# فيديو}}. أزل واحدًا أولًا.',
  inviteNotValid: 'هذه الدعوة غير صالحة أو لم تعد صالحة. اطلب دعوة جديدة ممن أعطاك إياها.',
  tooManyWrongCodes:
    'دعوات غير صالحة أكثر من اللازم. حاول مجددًا بعد {minutes, plural, one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}.',
  leadsTeamAlready: '{name} يقود فريقًا بالفعل، ولا يمكن لأحد أن يقود فريقين.',
  youLeadTeamAlready: 'أنت تقود فريقًا بالفعل، ولا يمكن لأحد أن يقود فريقين.',
  teamFull:
    'هذا الفريق مكتمل: أقصى عدد لأعضائه {limit, plural, one {عضو واحد} two {عضوان} few {# أعضاء} many {# عضوًا} other {# عضو}}.',
  tooManyTeams:
    '{name} عضو في {limit, plural, one {فريق واحد} two {فريقين} few {# فرق} many {# فريقًا} other {# فريق}} بالفعل، وعليه أن يغادر أحدها أولًا.',
  youAreInTooManyTeams:
    'أنت عضو في {limit, plural, one {فريق واحد} two {فريقين} few {# فرق} many {# فريقًا} other {# فريق}} بالفعل. غادر أحدها أولًا.',
  tooManyInvites:
    'أقصى عدد للدعوات المفتوحة في الفريق {limit, plural, one {دعوة واحدة} two {دعوتان} few {# دعوات} many {# دعوة} other {# دعوة}}. ألغِ إحداها أولًا.',
  notInTeam: 'هذا الشخص ليس في هذا الفريق (أو لم يعد فيه).',
  youAreNotInTeam: 'لست في هذا الفريق (أو لم تعد فيه).',
  leaderStays: 'لا يمكن لقائد الفريق أن يغادره ولا أن يُزال منه. سلّم الفريق إلى أحد الأعضاء أولًا، أو حُلّه.',
  recordingGone: 'لم يعد هذا التسجيل موجودًا هنا.',
  keepHoursNotInPlan: 'تحفظ خطتك التسجيلات لمدة {time} على الأكثر.',
  tooLarge: 'هذا كبير جدًا: الحد الأقصى المقبول هو {max}.',
  rateLimited:
    'طلبات كثيرة جدًا. حاول مجددًا بعد {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  lookUpsUsedUp: 'لا يمكن البحث عن مزيد من القنوات على {platform} اليوم. حاول مجددًا غدًا.',
  strangersUsedUp:
    'يبحث عدد كبير من الزوار على {platform} الآن. حاول مجددًا بعد {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}، أو سجّل الدخول.',
  platformBusy:
    'لا يتيح لنا {platform} البحث إلا عن عدد محدود من القنوات في الدقيقة. حاول مجددًا بعد {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  tooManyStreams: 'يمكن أن تتابع {most, number} من صفحاتك المفتوحة التحديثات المباشرة في الوقت نفسه. أغلق إحداها أولًا.',
  internal: 'حدث خطأ من جانبنا، وقد أُبلغ عنه.',
  notBuilt: 'هذا الطلب غير متاح بعد.',
  unavailable: 'الخدمة غير جاهزة الآن. يرجى المحاولة بعد قليل.',
  safeMode: 'الوضع الآمن مفعّل، لذا لا يُرسل شيء إلى Discord أو المنصات الأخرى.',
  safeModeFixed: 'المتغير SAFE_MODE مضبوط. احذفه من إعدادات البيئة وأعد التشغيل، ثم اخرج من الوضع الآمن.',
  setupClosed: 'صفحة الإعداد مغلقة: هذه الكلمة خاطئة، أو لهذا التثبيت مالك. يغيّر المالك الإعدادات في ‎/admin/setup.',
  setupLocked:
    'محاولات خاطئة كثيرة. حاول مجددًا بعد {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}.',
  setupIncomplete: '{name}: املأ هذا الحقل أيضًا، أو اترك كل حقول هذه المجموعة فارغة.',
  setupFixed: '{name}: هذه القيمة مضبوطة في إعدادات البيئة. غيّرها هناك وأعد التشغيل.',
  setupRefused: 'لا يمكن استخدام هذه القيم. {reason}',
  setupStaysReal: 'البوت الحقيقي لا يعود إلى العالم المحاكى. أدخل مفاتيح أخرى بدل إزالتها.',
  setupNotReal: 'ديسكورد ما زال محاكى. أدخل مفاتيح بوتك أولًا، ثم أعد التشغيل.',
  stripeDown: 'خدمة الدفع لا تستجيب الآن. لم يتغير شيء؛ يُرجى المحاولة مرة أخرى بعد بضع دقائق.',
  discordDown: 'لا يستجيب ديسكورد الآن. يرجى المحاولة بعد قليل.',
  discordLimited: 'يطلب منا ديسكورد التمهّل. يرجى المحاولة بعد قليل.',
} satisfies Record<ErrorCode, string>;
